import { expect, type Page } from '@playwright/test'
import { unsentCheckMs, versionCheckMs } from '#src/contract/site.ts'
import { openChart } from './open-chart.ts'
import { openMounted } from './open-page.ts'
import { keepNoLonger, test } from './test.ts'

/** Acts in progress that a new version must not interrupt, and how each ends. */
const acts: Record<string, (page: Page) => Promise<() => Promise<void>>> = {
  async 'an unfinished drawing'(page) {
    await openChart(page)
    await page.keyboard.press('Alt+t')
    await page.mouse.click(500, 300)
    return () => page.keyboard.press('Escape')
  },
  async 'a replay'(page) {
    await openChart(page)
    await page.getByRole('button', { name: 'Replay' }).click()
    const bar = page.getByRole('toolbar', { name: 'Replay' })
    await expect(bar).toBeVisible()
    return () => bar.getByRole('button', { name: 'To live' }).click()
  },
  async 'an open socket of the playground'(page) {
    await openMounted(page, '/en-US/docs/playground')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const leave = page.getByRole('button', { name: 'Disconnect', exact: true })
    await expect(leave).toBeVisible()
    return () => leave.click()
  },
}

for (const [name, begin] of Object.entries(acts))
  test(`a page with ${name} is reloaded for a new build only after the reader has ended that activity`, async ({
    page,
  }) => {
    keepNoLonger(page.context())
    let build = 'a'
    await page.route('**/builds/latest.json', (route) => route.fulfill({ json: { id: build } }))
    await page.clock.install()
    const end = await begin(page)
    await page.evaluate(() => Object.assign(window, { first: true }))
    const isFirst = () => page.evaluate(() => 'first' in window)
    build = 'b'
    const read = page.waitForResponse('**/builds/latest.json')
    await page.clock.fastForward(versionCheckMs)
    await read
    for (let checks = 0; checks < 3; checks += 1) await page.clock.fastForward(unsentCheckMs)
    expect(await isFirst()).toBe(true)
    // A visible page would ask the reader; a hidden page is reloaded without a question.
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }))
    await end()
    await page.clock.fastForward(unsentCheckMs)
    await expect.poll(() => isFirst().catch(() => true)).toBe(false)
  })
