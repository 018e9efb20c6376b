import { expect, type Page } from '@playwright/test'
import { keepNoLonger } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''

export const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Opens a page and waits until it is mounted. Before that, no script handles links or the pointer. */
export async function openMounted(page: Page, path: string) {
  await page.goto(site() + path)
  await expect(page.locator('html[data-mounted]')).toBeAttached()
}

/** Opens a page with a paused clock. Time passes only when the test advances it, so every wait has its exact length. */
export async function openWithClock(page: Page, path: string) {
  keepNoLonger(page.context())
  await page.clock.install()
  await openMounted(page, path)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000)
}
