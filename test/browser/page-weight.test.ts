import { expect, test } from '@playwright/test'
import { publicPages, scriptBytesMax, weightsOf } from '../../tools/script-weight.ts'
import { inlineData, scriptWeight } from '../fixtures/script-weight.ts'

const phone = { width: 360, height: 740 }
const site = () => process.env.TAPEWIRE_SITE ?? ''

/** Pages whose content has no script, and pages of which parts have: how much of the document may be data for scripts. */
const shareMax: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ['docs', 'docs/*', 'docs/rest/*', 'blog', 'blog/*', 'privacy', 'terms', 'faq'].map((kind) => [kind, 0.15]),
  ),
  pricing: 0.3,
}
/** Of pages that are short where nothing is stored: bytes. */
const inlineMax = { coverage: 4_200, status: 4_200 }

/** Kinds that differ in how their scripts are chosen; the build counts the others in the same way, and the bench opens all. */
const fetched = ['home', 'products/stocks', 'docs/*', 'docs/rest/*', 'faq', 'login', 'not-found']

test('a public page fetches just the scripts that the build counts, and no more than its limit', async ({
  browser,
}) => {
  const counted = new Map((await weightsOf('build/client')).map((weight) => [weight.page, weight]))
  // A wide window shows charts of product pages at once, and they fetch the chart: the bench counts that, too.
  const context = await browser.newContext({ viewport: phone })
  for (const kind of fetched) {
    const page = await context.newPage()
    const weight = scriptWeight(page)
    await page.goto(`${site()}/en-US${publicPages[kind]}`)
    await expect(page.locator('html[data-mounted]')).toBeAttached()
    const files = [...(counted.get(kind)?.files ?? [])].sort()
    await expect.poll(async () => (await weight()).files.sort(), kind).toEqual(files)
    const { gzip } = await weight()
    expect(gzip, kind).toBe(counted.get(kind)?.gzip)
    expect(gzip, kind).toBeLessThanOrEqual(scriptBytesMax(kind))
    await page.close()
  }
  await context.close()
})

test('a document hands little of itself to its scripts a second time', async ({ request }) => {
  for (const [kind, most] of Object.entries(shareMax)) {
    const answer = await request.get(`${site()}/en-US${publicPages[kind]}`)
    const { bytes, inline } = inlineData(await answer.text())
    expect(inline, kind).toBeGreaterThan(0)
    expect(inline / bytes, kind).toBeLessThanOrEqual(most)
  }
  for (const [kind, most] of Object.entries(inlineMax)) {
    const answer = await request.get(`${site()}/en-US${publicPages[kind]}`)
    expect(inlineData(await answer.text()).inline, kind).toBeLessThanOrEqual(most)
  }
})

test('the routes that a browser learns are those of its shell', async ({ page }) => {
  await page.goto(`${site()}/en-US/pricing`)
  await expect(page.locator('html[data-mounted]')).toBeAttached()
  const routes = await page.evaluate(() =>
    Object.keys((window as unknown as { __reactRouterManifest: { routes: object } }).__reactRouterManifest.routes),
  )
  expect(routes.length).toBeLessThanOrEqual(80)
  expect(routes).toContain('pricing')
  expect(routes.filter((id) => /operator|dashboard|payment/.test(id))).toEqual([])
})
