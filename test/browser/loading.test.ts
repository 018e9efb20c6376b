import { expect } from '@playwright/test'
import {
  debounceMs,
  loadingBarDurationMs,
  loadingBarHideMs,
  loadingBarPx,
  loadingBarResetMs,
  loadingBarThrottleMs,
  routePreloadsMax,
} from '#src/contract/site.ts'
import { nav, openMounted, openWithClock } from './open-page.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''

test('the loading bar appears after a delay, moves, and ends when the page is loaded', async ({ page }) => {
  await openWithClock(page, '/en-US/pricing')
  const answer = Promise.withResolvers<void>()
  const fetched = Promise.withResolvers<void>()
  await page.route('**/blog.data*', async (route) => {
    fetched.resolve()
    await answer.promise
    await route.continue()
  })
  const bar = page.locator('.loading-bar')
  const style = (name: 'transform' | 'transition' | 'opacity') => bar.evaluate((one, key) => one.style[key], name)
  await nav(page).getByRole('link', { name: 'Blog' }).click()
  await fetched.promise
  await page.clock.runFor(loadingBarThrottleMs - 1)
  expect(await style('transform')).toBe('scaleX(0)')
  await expect
    .poll(async () => {
      await page.clock.runFor(loadingBarThrottleMs)
      return style('transform')
    })
    .toBe('scaleX(0.9)')
  expect(await style('transition')).toMatch(new RegExp(`^transform ${loadingBarDurationMs}ms `))
  answer.resolve()
  await expect.poll(() => style('transform')).toBe('scaleX(1)')
  expect(await style('transition')).toContain(`opacity ${loadingBarResetMs}ms ${loadingBarHideMs}ms`)
  await page.clock.runFor(loadingBarHideMs + loadingBarResetMs - 1)
  expect(await style('transform')).toBe('scaleX(1)')
  await page.clock.runFor(1)
  await expect.poll(() => style('transform')).toBe('scaleX(0)')
})

test('the loading bar turns red when a page cannot be loaded', async ({ page }) => {
  await openMounted(page, '/en-US/pricing')
  const bar = page.locator('.loading-bar')
  await expect(bar).not.toHaveAttribute('data-failed')
  await page.route('**/blog.data*', (route) => route.fulfill({ status: 500, body: 'no' }))
  await nav(page).getByRole('link', { name: 'Blog' }).click()
  await expect(bar).toHaveAttribute('data-failed', 'true')
  expect(await bar.evaluate((element) => element.style.height)).toBe(`${loadingBarPx}px`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Internal Server Error')
})

test('a page opens at its top or at the linked section, and the back button restores the scroll position', async ({
  page,
}) => {
  await page.goto(`${site()}/en-US/terms`)
  const scrollTop = () => page.evaluate(() => scrollY)
  await expect(page.locator('.preloader')).toBeHidden()
  await page.evaluate(() => scrollTo(0, 700))
  // A mouse click would first scroll to the link.
  await nav(page)
    .getByRole('link', { name: 'Blog' })
    .evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(`${site()}/en-US/blog`)
  await expect.poll(scrollTop).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(`${site()}/en-US/terms`)
  await expect.poll(scrollTop).toBe(700)
  await page.goto(`${site()}/en-US/docs/authentication`)
  const link = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last()
  const section = (await link.getAttribute('href')) ?? ''
  await link.click()
  await expect(page).toHaveURL(`${site()}/en-US/docs/authentication${section}`)
  await expect(page.locator(section)).toBeInViewport()
})

test('a page under the pointer is preloaded, and at most the four newest preloads are kept', async ({ page }) => {
  await openMounted(page, '/en-US/pricing')
  const preloads = page.locator('link[rel=prefetch][as=fetch]')
  for (const [count, name] of ['Home', 'Products', 'Docs', 'Blog', 'Contact'].entries()) {
    await nav(page).getByRole('link', { name, exact: true }).hover()
    await expect(preloads).toHaveCount(Math.min(count + 1, routePreloadsMax))
  }
  await expect(page.locator('link[rel=prefetch][href*="/en-US/contact.data"]')).toHaveCount(1)
  await expect(page.locator('link[rel=prefetch][href^="/en-US.data"]')).toHaveCount(0)
  await nav(page).getByRole('link', { name: 'Chart', exact: true }).hover()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Questions' }).hover()
  await expect(page.locator('link[rel=prefetch][href*="/en-US/faq.data"]')).toHaveCount(1)
  await expect(page.locator('link[rel=prefetch][href*="/chart"]')).toHaveCount(0)
})

test('clicks are counted only after consent, at most one in half a second, and never on the login page', async ({
  page,
  context,
}) => {
  const counted: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/events')) counted.push(request.postDataJSON())
  })
  await openWithClock(page, '/en-US/faq')
  await nav(page).getByRole('link', { name: 'Pricing' }).click()
  await page.clock.runFor(debounceMs)
  expect(counted).toEqual([])
  await context.addCookies([{ name: 'analytics', value: 'yes', url: site() }])
  const answered = page.waitForResponse('**/api/events')
  for (const name of ['Blog', 'Docs']) await nav(page).getByRole('link', { name }).click()
  await page.clock.runFor(debounceMs)
  expect((await answered).status()).toBe(200)
  expect(counted).toMatchObject([
    {
      event: 'click-hearderLink-btn',
      event_tags: '/docs',
      page_language: 'en-US',
      page_title: expect.any(String),
      page_path: expect.stringMatching(/^\/en-US\//),
      page_url: expect.stringContaining(site()),
      event_time: expect.any(Number),
    },
  ])
  await page.goto(`${site()}/en-US/login`)
  await nav(page).getByRole('link', { name: 'Pricing' }).click()
  await page.clock.runFor(debounceMs)
  expect(counted).toHaveLength(1)
})

test('an error while a page mounts is logged and thrown', async ({ page }) => {
  const [logged, thrown]: string[][] = [[], []]
  page.on('console', (message) => logged?.push(message.text()))
  page.on('pageerror', (error) => thrown?.push(error.message))
  await page.addInitScript(() => {
    Object.defineProperty(window, '__reactRouterContext', { get: () => undefined, set: () => undefined })
  })
  await page.goto(`${site()}/en-US/pricing`)
  await expect.poll(() => logged?.find((text) => text.startsWith('Error while mounting app'))).toBeDefined()
  await expect.poll(() => thrown?.length).toBeGreaterThan(0)
})

test('clicks, typed text and a form submission that happen before the scripts load take effect once the scripts have loaded', async ({
  page,
}) => {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(`${site()}/en-US/contact`, { waitUntil: 'domcontentloaded' })
  const message = page.getByLabel('Message')
  await message.fill('How deep is the history of ES?')
  await page.getByLabel('I am human').check()
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  await expect(page.locator('html:not([data-mounted])')).toHaveAttribute('data-theme', 'light')
  scripts.resolve()
  await expect(page.getByText('Please fill in this field.')).toHaveCount(2)
  await expect(page.getByText('Verified')).toBeVisible()
  await expect(message).toHaveValue('How deep is the history of ES?')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(page.url()).toBe(`${site()}/en-US/contact`)
})

test('a click while the page mounts is handled only once', async ({ page }) => {
  await page.addInitScript(() => {
    const dispatch = window.dispatchEvent.bind(window)
    window.dispatchEvent = (event) => {
      if (event.type !== 'mounted') return dispatch(event)
      document.querySelector<HTMLElement>('.theme-switch')?.click()
      dispatch(event)
      setTimeout(() => document.documentElement.setAttribute('data-acts-done', ''))
      return true
    }
  })
  await page.goto(`${site()}/en-US/faq`)
  await expect(page.locator('html[data-acts-done]')).toHaveAttribute('data-theme', 'dark')
})
