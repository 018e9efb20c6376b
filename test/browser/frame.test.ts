import { expect, type Page, test } from '@playwright/test'
import {
  backToTopAfterPx,
  bannerFramesPerSecond,
  bannerPxPerFrame,
  debounceMs,
  headerScrollDebounceMs,
  loadingBarDurationMs,
  loadingBarHideMs,
  loadingBarPx,
  loadingBarResetMs,
  loadingBarThrottleMs,
  routePreloadsMax,
  toastFadeMs,
  toastMs,
} from '#src/contract/site.ts'
import { didNotRun } from '../fixtures/not-run.ts'
import { axeFindings } from './axe.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Before that, a link is followed by the browser itself and nobody sees what the pointer is over. */
async function openMounted(page: Page, path: string) {
  await page.goto(site() + path)
  await expect(page.locator('html[data-mounted]')).toBeAttached()
}

/** Time stands still until the test moves it, so that each wait is exactly the one that is promised. */
async function openWithClock(page: Page, path: string) {
  await page.clock.install()
  await openMounted(page, path)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000)
}

test('the header is drawn as sticky a moment after the scroll, and the way back to the top appears', async ({
  page,
}) => {
  await openWithClock(page, '/en-US/terms')
  const header = page.locator('.site-header')
  const toTop = page.getByRole('button', { name: 'Back to top' })
  await expect(toTop).toHaveCount(0)
  await page.evaluate((y) => scrollTo(0, y), backToTopAfterPx + 1)
  await expect(toTop).toBeVisible()
  await expect(header).not.toHaveAttribute('data-stuck')
  await page.clock.runFor(headerScrollDebounceMs)
  await expect(header).toHaveAttribute('data-stuck', 'true')
  await toTop.click()
  await expect(toTop).toHaveCount(0)
})

test('the dialog that asks is drawn in the theme of the page, readable in both, and Escape means no', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('version', '0.0.1'))
  await page.route('**/api/version', (route) =>
    route.fulfill({ json: { code: 0, msg: 'ok', data: { version: '9.9.9' } } }),
  )
  await page.goto(`${site()}/en-US/pricing`)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Later' })).toBeFocused()
  expect(await axeFindings(page)).toEqual([])
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(dialog).toHaveCSS('background-color', 'rgb(20, 23, 29)')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Website update' })).toBeVisible()
})

test('a new version is offered; "later" leaves the notice that runs across the page until it is closed', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('version', '0.0.1'))
  let asked = 0
  await page.route('**/api/version', async (route) => {
    asked += 1
    await route.fulfill({ json: { code: 0, msg: 'ok', data: { version: '9.9.9' } } })
  })
  await openWithClock(page, '/en-US/pricing')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('9.9.9')
  await dialog.getByRole('button', { name: 'Later' }).click()
  const notice = page.getByRole('region', { name: 'Website update' })
  await expect(notice).toContainText('9.9.9')
  const text = notice.locator('p')
  const pxPerMs = await text.evaluate((element) => {
    const [marquee] = element.getAnimations()
    const placeAt = (ms: number) => {
      if (marquee) marquee.currentTime = ms
      return element.getBoundingClientRect().x
    }
    return (placeAt(0) - placeAt(1_000)) / 1_000
  })
  expect(pxPerMs).toBeCloseTo((bannerPxPerFrame * bannerFramesPerSecond) / 1_000, 3)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await text.evaluate((element) => element.getAnimations())).toEqual([])
  await page.clock.runFor(700_000)
  expect(asked).toBe(1)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const name of ['Reload', 'Close this notice'])
    await expect(notice.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toHaveCount(0)
})

test('the bar on top waits, moves, and goes when the page is there', async ({ page }) => {
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

test('a page begins at its top, a link to a section there, and the way back where the reader was', async ({ page }) => {
  await page.goto(`${site()}/en-US/terms`)
  const place = () => page.evaluate(() => scrollY)
  await expect(page.locator('.preloader')).toBeHidden()
  await page.evaluate(() => scrollTo(0, 700))
  // a click of the mouse would first scroll the page by itself
  await nav(page)
    .getByRole('link', { name: 'Blog' })
    .evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(`${site()}/en-US/blog`)
  await expect.poll(place).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(`${site()}/en-US/terms`)
  await expect.poll(place).toBe(700)
  await page.goto(`${site()}/en-US/docs/limits`)
  const link = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last()
  const section = (await link.getAttribute('href')) ?? ''
  await link.click()
  await expect(page).toHaveURL(`${site()}/en-US/docs/limits${section}`)
  await expect(page.locator(section)).toBeInViewport()
})

test('a short message stands for its time and fades for its time', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
  })
  await openWithClock(page, '/en-US/docs/quick-start')
  await page.getByRole('button', { name: 'Copy' }).first().click()
  const toast = page.locator('.toast')
  await expect(toast).toHaveText('Copying failed. Select the text and copy it by hand.')
  await expect(toast).toHaveCSS('transition-duration', `${toastFadeMs / 1_000}s`)
  await page.clock.runFor(toastMs - 1)
  await expect(toast).not.toHaveAttribute('data-leaving')
  await page.clock.runFor(1)
  await expect(toast).toHaveAttribute('data-leaving', 'true')
  await page.clock.runFor(toastFadeMs)
  await expect(toast).toHaveCount(0)
})

test('an app that cannot be mounted says so in the log, and the error goes on', async ({ page }) => {
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

test('a phone has language and theme in its menu, and nothing floats there but the way back to the top', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${site()}/en-US/terms`)
  await page.evaluate(() => scrollTo(0, 300))
  const floating = page.getByRole('complementary', { name: 'Contact us' })
  await expect(floating.getByRole('button', { name: 'Back to top' })).toBeVisible()
  await expect(floating.getByRole('link')).toHaveCount(0)
  await page.locator('.mobile-menu > summary').click()
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.locator('.mobile-tools summary').click()
  const language = page.getByRole('link', { name: '繁體中文' })
  await expect(language).toBeInViewport({ ratio: 1 })
  await language.click()
  await expect(page).toHaveURL(`${site()}/zh-HK/terms`)
})

test('the support chat shows its code to a pointer and to the keyboard', async ({ page }) => {
  await page.goto(`${site()}/en-US/faq`)
  const chat = page.getByRole('complementary', { name: 'Contact us' }).getByRole('link', { name: 'Telegram' })
  const code = page.locator('.contact-qr')
  await expect(code).toBeHidden()
  await chat.hover()
  await expect(code).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(code).toBeHidden()
  await page.keyboard.press('Tab')
  await chat.focus()
  await expect(code).toBeVisible()
})

test('the bar on top is red when a page could not be fetched', async ({ page }) => {
  await openMounted(page, '/en-US/pricing')
  const bar = page.locator('.loading-bar')
  await expect(bar).not.toHaveAttribute('data-failed')
  await page.route('**/blog.data*', (route) => route.fulfill({ status: 500, body: 'no' }))
  await nav(page).getByRole('link', { name: 'Blog' }).click()
  await expect(bar).toHaveAttribute('data-failed', 'true')
  expect(await bar.evaluate((element) => element.style.height)).toBe(`${loadingBarPx}px`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Internal Server Error')
})

test('pages that the reader points at are preloaded, four at a time', async ({ page }) => {
  await openMounted(page, '/en-US/pricing')
  const preloads = page.locator('link[rel=prefetch][as=fetch]')
  for (const [count, name] of ['Home', 'Chart', 'Docs', 'Blog', 'Contact'].entries()) {
    await nav(page).getByRole('link', { name, exact: true }).hover()
    await expect(preloads).toHaveCount(Math.min(count + 1, routePreloadsMax))
  }
  await expect(page.locator('link[rel=prefetch][href*="/en-US/contact.data"]')).toHaveCount(1)
  await expect(page.locator('link[rel=prefetch][href^="/en-US.data"]')).toHaveCount(0)
})

test('clicks are counted once the reader agreed, once in half a second, and never on private pages', async ({
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

test('a message that could not be sent says so and keeps what was written', async ({ page }) => {
  await page.goto(`${site()}/en-US/contact`)
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByLabel('Message').fill('Hello')
  await page.getByLabel('I am human').check()
  await expect(page.getByText('Verified')).toBeVisible()
  await page.route('**/api/contact', (route) => route.abort())
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Submission failed, please check your network')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('Hello')
})

test('the fonts that stand in until Plex is there are as wide as Plex', async ({ page }) => {
  await page.goto(`${site()}/en-US/terms`)
  const ratios = await page.evaluate(async () => {
    const canvas = document.createElement('canvas').getContext('2d')
    const text = document.querySelector('main')?.textContent?.replace(/\s+/g, ' ').slice(0, 3_000) ?? ''
    const width = async (font: string) => {
      // A face without any of its fonts on the machine cannot be loaded.
      await document.fonts.load(font).catch(() => [])
      if (!canvas) return 0
      canvas.font = font
      return canvas.measureText(text).width
    }
    const known = (await width('400 40px "Plex Sans Metrics", monospace')) !== (await width('400 40px monospace'))
    const pairs: [string, string][] = [
      ['400 40px "IBM Plex Sans"', '400 40px "Plex Sans Metrics"'],
      ['500 40px "IBM Plex Sans"', '500 40px "Plex Sans Metrics"'],
      ['600 40px "IBM Plex Sans"', '600 40px "Plex Sans Metrics"'],
      ['500 40px "IBM Plex Mono"', '500 40px "Plex Mono Metrics"'],
    ]
    return known
      ? Promise.all(pairs.map(async ([real, standIn]) => (await width(standIn)) / (await width(real))))
      : null
  })
  if (!ratios) didNotRun('widths of the fallback fonts', 'no Arial or Liberation Sans on this machine')
  test.skip(!ratios)
  for (const ratio of ratios ?? []) expect(Math.abs(ratio - 1)).toBeLessThan(0.015)
})

test('what a reader clicks, types and sends before the scripts are there is done once they are', async ({ page }) => {
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

test('what a reader clicks while the page comes to life is done once', async ({ page }) => {
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
