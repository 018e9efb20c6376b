import { renderToString } from 'react-dom/server'
import { createStaticHandler, type EntryContext, Outlet, Scripts, ServerRouter } from 'react-router'
import { expect, test } from 'vitest'
import { withLateScripts } from './late-scripts.ts'

/** Renders a page with React and the router, so that a change of their script tags fails this test. */
async function rendered(nonce: string): Promise<string> {
  const text = '<script>brought()</script><script nonce="guessed">also()</script>'
  const root = {
    default: () => (
      <html lang="en-US">
        <head>
          <link rel="stylesheet" href="/assets/app.css" />
        </head>
        <body>
          <Outlet />
          {/** biome-ignore lint/security/noDangerouslySetInnerHtml: scripts that a text brings */}
          <div dangerouslySetInnerHTML={{ __html: text }} />
          <Scripts />
        </body>
      </html>
    ),
  }
  const staticHandlerContext = await createStaticHandler([{ id: 'root', path: '/' }]).query(
    new Request('http://localhost/'),
  )
  const route = { id: 'root', path: '', module: '/assets/root.js', imports: ['/assets/frame.js'] }
  const context = {
    manifest: {
      ...{ url: '/assets/manifest-public-1.js', version: '1' },
      entry: { module: '/assets/entry.js', imports: ['/assets/react.js'] },
      routes: { root: { ...route, hasLoader: false, hasAction: false, hasErrorBoundary: false } },
    },
    routeModules: { root },
    staticHandlerContext,
    serverHandoffString: '{"ssr":true}',
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
    future: {},
    ...{ ssr: true, isSpaMode: false, renderMeta: {} },
  } as unknown as EntryContext
  return renderToString(<ServerRouter context={context} url="http://localhost/" nonce={nonce} />)
}

test('styles of a page load immediately, while module scripts and preloads wait for the head script', async () => {
  const page = await rendered('n')
  expect(page).toContain('<link rel="modulepreload" href="/assets/react.js"')
  const { html } = withLateScripts(page, 'n')
  expect(html).not.toMatch(/modulepreload|type="module"/)
  for (const file of ['react', 'frame', 'root', 'entry'])
    expect(html).toContain(`<link rel="late" href="/assets/${file}.js"`)
  expect(html).toContain('<link rel="stylesheet" href="/assets/app.css"/>')
  expect(html).toMatch(/<script type="late">.*"\/assets\/manifest-public-1\.js"[\s\S]*"\/assets\/entry\.js"/)
})

test('only the inline scripts of the site itself are listed as allowed, and their nonce is removed from the page', async () => {
  const { html, scripts } = withLateScripts(await rendered('n+/='), 'n+/=')
  expect(html).not.toContain('n+/=')
  expect(html).toContain('<script nonce="guessed">also()</script>')
  expect(scripts.join()).not.toMatch(/brought|also/)
  expect(scripts).toHaveLength(2)
  for (const script of scripts) expect(html).toContain(`>${script}</script>`)
})

test('if an unclosed script tag contains the next script of the site, the code of neither is allowed', () => {
  const page = '<script>steal(); <script nonce="n">ours()</script><script nonce="n" type="module" async="">a</script>'
  expect(withLateScripts(page, 'n').scripts).toEqual(['a'])
})

test('a page without the expected module script causes an error', () => {
  expect(() => withLateScripts('<script nonce="n" type="module">a</script>', 'n')).toThrow('0 module scripts')
})
