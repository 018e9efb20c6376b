/**
 * Runs in `<head>` before the first paint. Pages are cached for everybody, so this script reads the theme, the colour
 * of rising prices and the mark of a session from the reader's cookies.
 */
export const themeScript = `(function(d){var c=document.cookie,t=/(?:^|; )theme=(dark|light)/.exec(c),u=/(?:^|; )upcolor=(red|green)/.exec(c);d.dataset.theme=t?t[1]:'light';if(/(?:^|; )signed_in=/.test(c))d.dataset.member='';if(u)d.dataset.up=u[1]})(document.documentElement)`
