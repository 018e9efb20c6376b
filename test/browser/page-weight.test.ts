import { expect } from '@playwright/test'
import { publicPages, scriptBytesMax, weightsOf } from '../../tools/script-weight.ts'
import { inlineData, scriptWeight } from '../fixtures/script-weight.ts'
import { test } from './test.ts'

const phone = { width: 360, height: 740 }
const site = () => process.env.TAPEWIRE_SITE ?? ''

/** Maximum fraction of script data in a document, for pages with static content and for partly static pages. */
const shareMax: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ['docs', 'docs/*', 'docs/rest/*', 'docs/guides/*', 'privacy', 'terms', 'faq'].map((kind) => [kind, 0.15]),
  ),
  pricing: 0.3,
}
/** Maximum bytes of script data, for pages that are short while there is little to show. */
const inlineMax = { blog: 4_200, coverage: 4_200, status: 4_200 }

/**
 * One page for each way in which pages get their scripts. Other pages get their scripts in one of these ways, and the
 * bench opens every page.
 */
const fetched = ['home', 'products/stocks', 'docs/*', 'docs/rest/*', 'faq', 'login', 'not-found']

test('a public page fetches exactly the scripts counted in the build, within its size limit', async ({ browser }) => {
  const counted = new Map((await weightsOf('build/client')).map((weight) => [weight.page, weight]))
  // In a wide window product pages would show their charts and fetch the code of the chart at once. The bench counts
  // that code, too.
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

test('the inline script data of a public page stays within its limit', async ({ request }) => {
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

test('the route list of a public page contains no routes of account, payment or console pages', async ({ page }) => {
  await page.goto(`${site()}/en-US/pricing`)
  await expect(page.locator('html[data-mounted]')).toBeAttached()
  const routes = await page.evaluate(() =>
    Object.keys((window as unknown as { __reactRouterManifest: { routes: object } }).__reactRouterManifest.routes),
  )
  expect(routes.length).toBeLessThanOrEqual(80)
  expect(routes).toContain('pricing')
  expect(routes.filter((id) => /operator|dashboard|payment/.test(id))).toEqual([])
})
