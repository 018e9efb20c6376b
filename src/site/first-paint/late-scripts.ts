/**
 * Changes the scripts of a rendered page. In a cacheable page, a secret nonce marks our scripts, so that a script in a
 * text is not taken for ours.
 *
 * - Module scripts and their preloads become late: `lateStart` in the head starts them after the first paint.
 * - The nonce is removed, and the texts of our inline scripts are listed for the content security policy.
 *
 * Throws if the renderer or the router writes an unexpected form.
 */
export function withLateScripts(html: string, nonce: string): { html: string; scripts: string[] } {
  const mark = ` nonce="${nonce}"`
  const moduleTag = `<script${mark} type="module" async="">`
  const parts = html.split(moduleTag)
  if (parts.length !== 2) throw new Error(`A page has ${parts.length - 1} module scripts of the router instead of one.`)
  const lateTag = `<script${mark} type="late">`
  const late = parts.join(lateTag).replaceAll('<link rel="modulepreload"', '<link rel="late"')
  const scripts = [...late.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => attributes.includes(mark))
    .map(([, , body = '']) => body)
    .filter((body) => body !== '')
  return { html: late.replaceAll(mark, ''), scripts }
}

/** The longest wait for a paint, ms. A hidden page is not painted, so it does not wait. */
const paintMax = 5_000

/**
 * Starts the scripts that `withLateScripts` made late, once a frame is on the screen: until then network and processor
 * are busy with the frame. A hidden page starts them at once, and a page without a frame starts them after `paintMax`
 * ms.
 */
export const lateStart = `(function(d){
var started=false;
function start(){
if(started||d.readyState==='loading')return;started=true;
d.querySelectorAll('link[rel=late]').forEach(function(link){link.rel='modulepreload'});
d.querySelectorAll('script[type=late]').forEach(function(late){
var script=d.createElement('script');script.type='module';script.text=late.text;late.replaceWith(script)})}
var painted=d.hidden;
function go(){painted=true;start()}
d.addEventListener('visibilitychange',go,{once:true});
d.addEventListener('DOMContentLoaded',function(){if(painted)start()});
setTimeout(go,${paintMax});
new PerformanceObserver(function(seen){if(seen.getEntriesByName('first-contentful-paint').length>0)go()}).observe({type:'paint',buffered:true});
})(document)`
