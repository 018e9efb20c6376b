const preload = /<link rel="modulepreload" href="([^"]+)"(?: nonce="[^"]*")?\/>/g
const start = /(<script(?: nonce="[^"]*")? type="module" async>)([^<]*)/
const staticImport = /import (?:\* as (\w+) from )?("[^"]*");/g

/**
 * Fetches styles and fonts first, and all scripts at once after the first paint: a page is read before it is used. The router by
 * itself preloads scripts in the head and starts with a module of static imports.
 */
export function paintFirst(html: string): string {
  const scripts = [...html.matchAll(preload)].map(([, href]) => href)
  if (scripts.length === 0) return html
  return html
    .replaceAll(preload, '')
    .replace(start, (_, tag: string, code: string) => tag + whenPainted(scripts) + code.replace(staticImport, late))
}

function late(_: string, name: string | undefined, from: string): string {
  return `${name ? `const ${name} = ` : ''}await import(${from});`
}

/** A hidden page is not painted, so it does not wait; no page waits longer than this, ms. */
const paintMax = 5_000

/** After a frame is on the screen, not when it was requested: until then network and processor are busy with it. */
function whenPainted(scripts: readonly unknown[]): string {
  return `await new Promise((go) => {
  if (document.hidden) return go();
  document.addEventListener('visibilitychange', go, { once: true });
  setTimeout(go, ${paintMax});
  new PerformanceObserver((seen) => { if (seen.getEntriesByName('first-contentful-paint').length > 0) go(); }).observe({ type: 'paint', buffered: true });
});
for (const href of ${JSON.stringify(scripts)}) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));`
}
