import { expect, type Page } from '@playwright/test'
import { keepNoLonger } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''

export const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' })

type Opened = NonNullable<Parameters<Page['goto']>[1]> & { status?: number }

/**
 * Opens a page that is to be examined. An error page or another page may look fine, so this fails if the address
 * redirects, has another status than `status`, or does not show the form of `?do=`.
 */
export async function openExactly(page: Page, path: string, { status = 200, ...options }: Opened = {}) {
  const response = await page.goto(site() + path, options)
  expect([response?.status(), page.url()], path).toEqual([status, site() + path])
  const form = page.getByRole('dialog').or(page.locator('.upload-form'))
  if (/[?&]do=/.test(path)) await expect(form, path).toBeVisible()
}

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
