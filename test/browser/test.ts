import { type BrowserContext, test as base } from '@playwright/test'

/**
 * The context that the tests of a worker share. Null before the first test, and after a test that changed it
 * permanently.
 */
type Kept = { context: BrowserContext | null }

const changed = new WeakSet<BrowserContext>()

/** Gives the next test a new context. Call it after a change that a context keeps, such as a paused clock. */
export function keepNoLonger(context: BrowserContext): void {
  changed.add(context)
}

/**
 * The tests of a worker share one browser context, so that scripts and styles are loaded and compiled once. Each test
 * begins without cookies, storage, permissions and routes. A test with touch or without JavaScript has its own context.
 */
export const test = base.extend<object, { kept: Kept }>({
  kept: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const kept: Kept = { context: null }
      await use(kept)
      await kept.context?.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ kept, browser, hasTouch, javaScriptEnabled, context: own }, use) => {
    if (hasTouch || javaScriptEnabled === false) return use(own)
    kept.context ??= await browser.newContext()
    const { context } = kept
    await use(context)
    for (const page of context.pages()) await page.close()
    if (changed.has(context)) {
      kept.context = null
      await context.close()
    } else await clear(context)
  },
})

async function clear(context: BrowserContext): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await context.setStorageState({ cookies: [], origins: [] })
}
