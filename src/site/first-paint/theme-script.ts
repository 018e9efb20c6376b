/**
 * Runs in `<head>` before the first paint: pages are kept for everybody, so theme, up colour and whether there is a session
 * are read from the reader's cookies here.
 */
export const themeScript = `(function(d){var c=document.cookie,t=/(?:^|; )theme=(dark|light)/.exec(c),u=/(?:^|; )upcolor=(red|green)/.exec(c);d.dataset.theme=t?t[1]:'light';if(/(?:^|; )signed_in=/.test(c))d.dataset.member='';if(u)d.dataset.up=u[1]})(document.documentElement)`
