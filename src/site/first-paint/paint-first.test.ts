import { expect, test } from 'vitest'
import { paintFirst } from './paint-first.ts'

const page = `<head><link rel="modulepreload" href="/assets/shell.js"/><link rel="stylesheet" href="/assets/app.css"/></head>
<script type="module" async>import * as route0 from "/assets/root.js";
  window.__reactRouterRouteModules = {"root":route0};

import("/assets/entry.js");</script>`

test('scripts are neither preloaded nor imported until the page is painted; the rest stays', () => {
  const html = paintFirst(page)
  expect(html).not.toContain('<link rel="modulepreload"')
  expect(html).toContain('<link rel="stylesheet" href="/assets/app.css"/>')
  const [, code = ''] = html.split('<script type="module" async>')
  expect(code.indexOf('await new Promise')).toBe(0)
  expect(code).toContain('["/assets/shell.js"]')
  expect(code).toContain('const route0 = await import("/assets/root.js");')
  expect(code).not.toMatch(/^import \*/m)
  expect(code.indexOf('import("/assets/entry.js")')).toBeGreaterThan(code.indexOf('__reactRouterRouteModules'))
})

test('a page without scripts is left as it is', () => {
  expect(paintFirst('<p>no scripts</p>')).toBe('<p>no scripts</p>')
})

test('a page whose scripts carry a nonce waits as well, its list of routes included', () => {
  const html = paintFirst(
    page
      .replace('.js"/>', '.js" nonce="n"/>')
      .replace('<script ', '<script nonce="n" ')
      .replace('import * as', 'import "/assets/manifest.js";\nimport * as'),
  )
  expect(html).not.toContain('<link rel="modulepreload"')
  expect(html).toContain('<script nonce="n" type="module" async>await new Promise')
  expect(html).toContain('await import("/assets/manifest.js");\nconst route0 = await import("/assets/root.js");')
})
