/**
 * Runs in `<head>` before the first paint: pages are kept for everybody, so theme, up colour and whether there is a session
 * are read from the reader's cookies here. A page that begins at its top is `fresh` for a moment; `frame.css` says what that spares.
 */
export const themeScript = `(function(d){var c=document.cookie,t=/(?:^|; )theme=(dark|light)/.exec(c),u=/(?:^|; )upcolor=(red|green)/.exec(c);d.dataset.theme=t?t[1]:'light';if(/(?:^|; )signed_in=/.test(c))d.dataset.member='';if(u)d.dataset.up=u[1];if(!location.hash&&!history.state){d.dataset.fresh='';addEventListener('load',function(){setTimeout(function(){delete d.dataset.fresh},1500)})}})(document.documentElement)`
