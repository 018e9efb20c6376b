import { expect, type Page } from '@playwright/test'

const site = () => process.env.TAPEWIRE_SITE ?? ''

export const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Until a page is mounted, the browser itself follows links, and no script notices the pointer. */
export async function openMounted(page: Page, path: string) {
  await page.goto(site() + path)
  await expect(page.locator('html[data-mounted]')).toBeAttached()
}

/** Time passes only when the test says so: every wait has its exact length. */
export async function openWithClock(page: Page, path: string) {
  await page.clock.install()
  await openMounted(page, path)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000)
}
