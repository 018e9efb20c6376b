/**
 * Runs in `<head>` before the first paint. Pages are cached for everybody, so this script reads the theme, the up
 * colour and whether there is a session from the reader's cookies.
 */
export const themeScript = `(function(d){var c=document.cookie,t=/(?:^|; )theme=(dark|light)/.exec(c),u=/(?:^|; )upcolor=(red|green)/.exec(c);d.dataset.theme=t?t[1]:'light';if(/(?:^|; )signed_in=/.test(c))d.dataset.member='';if(u)d.dataset.up=u[1]})(document.documentElement)`
