import { expect, type Route } from '@playwright/test'
import {
  backToTopAfterPx,
  bannerFramesPerSecond,
  bannerPxPerFrame,
  headerScrollDebounceMs,
  toastFadeMs,
  toastMs,
} from '#src/contract/site.ts'
import frame from '#src/locales/en-US/frame.ts'
import { didNotRun } from '../fixtures/not-run.ts'
import { operate } from '../fixtures/operator-cli.ts'
import { axeFindings } from './axe.ts'
import { openMounted, openWithClock } from './open-page.ts'
import { signedInCustomer } from './signed-in.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''

test('shortly after a scroll the header is sticky and the button back to the top appears', async ({ page }) => {
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

test('a confirmation dialog has the theme of the page, is readable in both themes, and Escape cancels it', async ({
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
  expect(await axeFindings(page, ['light', 'dark'])).toEqual([])
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(dialog).toHaveCSS('background-color', 'rgb(20, 23, 29)')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Website update' })).toBeVisible()
})

test('a new version of the site is offered, and after “Later” a notice stays until the reader closes it', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('version', '0.0.1'))
  let requestCount = 0
  await page.route('**/api/version', async (route) => {
    requestCount += 1
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
    const positionAt = (ms: number) => {
      if (marquee) marquee.currentTime = ms
      return element.getBoundingClientRect().x
    }
    return (positionAt(0) - positionAt(1_000)) / 1_000
  })
  expect(pxPerMs).toBeCloseTo((bannerPxPerFrame * bannerFramesPerSecond) / 1_000, 3)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await text.evaluate((element) => element.getAnimations())).toEqual([])
  await page.clock.runFor(700_000)
  expect(requestCount).toBe(1)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const name of ['Reload', 'Close this notice'])
    await expect(notice.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toHaveCount(0)
})

test('a toast begins to fade after its display time and disappears after its fade time', async ({ page }) => {
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

test('on a phone the menu has language and theme, and one button opens the contact channels', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openMounted(page, '/en-US/terms')
  const floating = page.getByRole('complementary', { name: 'Contact us' })
  await page.evaluate(() => scrollTo(0, 300))
  await expect(floating.getByRole('button', { name: 'Back to top' })).toBeInViewport()
  await expect(floating.getByRole('link')).toHaveCount(0)
  await floating.getByRole('button', { name: 'Contact us' }).click()
  await expect(floating.getByRole('link')).toHaveText(['Telegram', 'WhatsApp', 'WeChat', 'GitHub'])
  await floating.getByRole('button', { name: 'Contact us' }).click()
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

test('on a phone the contact box is in the margin, so it covers nothing while the reader scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of ['faq', 'products/stocks', 'docs/quick-start']) {
    await openMounted(page, `/en-US/${path}`)
    await page.evaluate(() => scrollTo(0, 300))
    const floating = page.getByRole('complementary', { name: 'Contact us' })
    await expect(floating.getByRole('button', { name: 'Back to top' })).toBeInViewport({ ratio: 1 })
    const edges = await page
      .locator(':is(main, footer) :is(p, h2, summary, .card, .btn)')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(edges.length, path).toBeGreaterThan(10)
    // The tests draw at half the pixels, so the border of the box is 2 px wide.
    expect(Math.max(...edges), path).toBeLessThanOrEqual(((await floating.boundingBox())?.x ?? 0) + 1)
  }
})

test('the products entry in the header works both as a link and as a menu', async ({ page }) => {
  await page.goto(`${site()}/en-US/terms`)
  const nav = page.getByRole('navigation', { name: 'Main' })
  await expect(nav.getByRole('link', { name: 'Products', exact: true })).toHaveAttribute(
    'href',
    '/en-US/products/stocks',
  )
  await nav.locator('summary').click()
  await nav.getByRole('link', { name: /^Funds/ }).click()
  await expect(page).toHaveURL(`${site()}/en-US/products/fund`)
})

test('while the account is read, the header shows neither the login link nor an error; after a failed read the header shows the error', async ({
  page,
  context,
}) => {
  await signedInCustomer(context, site())
  const banner = page.getByRole('banner')
  const [menu, login] = [banner.getByLabel('Account menu'), banner.getByRole('link', { name: 'Get it now' })]
  const failed = banner.getByRole('button', { name: 'Server is busy or cannot be reached, please try again later' })
  const held: Route[] = []
  let isHeld = true
  await page.route('**/api/userinfo*', (route) => (isHeld ? void held.push(route) : route.abort()))
  await page.goto(`${site()}/en-US/faq`)
  await expect.poll(() => held.length).toBe(1)
  await expect(menu).toBeVisible()
  await expect(banner.locator('.panel-note')).toHaveCount(0)
  for (const state of [login, failed]) await expect(state).toBeHidden()
  isHeld = false
  await held[0]?.abort()
  await expect(failed).toBeVisible()
  for (const state of [menu, login]) await expect(state).toHaveCount(0)
})

test('a signed-in reader does not see the link “Get it now”, even if the account cannot be read', async ({
  page,
  context,
}) => {
  await signedInCustomer(context, site())
  const login = page.getByRole('banner').getByRole('link', { name: 'Get it now' })
  let answer = () => {}
  const released = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/userinfo*', async (route) => {
    await released
    await route.fulfill({ status: 503, json: { code: 503, error: 'unavailable', msg: 'busy' } })
  })
  await page.goto(`${site()}/en-US/terms`)
  await expect(page.locator('.account-menu')).toBeVisible()
  await expect(login).toBeHidden()
  answer()
  const retry = page.getByRole('button', { name: 'Server is busy or cannot be reached, please try again later' })
  await expect(retry).toBeVisible()
  await expect(login).toHaveCount(0)
  await page.unroute('**/api/userinfo*')
  await retry.click()
  await expect(page.locator('.account-menu')).toBeVisible()
})

test('without scripts a customer has the account menu, keeps a chosen language and can sign out', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await signedInCustomer(context, site())
  const page = await context.newPage()
  for (const path of ['/en-US/docs/quick-start', '/en-US/dashboard/preferences']) {
    await page.goto(site() + path)
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Get it now' }), path).toHaveCount(0)
    await expect(header.getByRole('link', { name: 'Dashboard' }).first(), path).toBeVisible()
  }
  await page.goto(`${site()}/en-US/docs/quick-start`)
  const samples = page.locator('.code-card').first()
  await expect(samples.getByRole('tab')).toHaveCount(0)
  for (const text of ['curl', 'import { Client }', 'from market_data_client', 'package main'])
    await expect(samples.locator('pre').filter({ hasText: text })).toBeVisible()
  await page.locator('.header-tools .language-menu > summary').first().click()
  await page.locator('.header-tools').getByRole('link', { name: '繁體中文' }).first().click()
  await expect(page).toHaveURL(`${site()}/zh-HK/docs/quick-start`)
  await page.goto(`${site()}/pricing`)
  await expect(page).toHaveURL(`${site()}/zh-HK/pricing`)
  await page.locator('.account-menu > summary').click()
  await page.getByRole('button', { name: '登出' }).click()
  await expect(page).toHaveURL(`${site()}/zh-HK`)
  await expect(page.locator('.account-menu')).toBeHidden()
  await context.close()
})

test('from tablet width on, the page has four floating contact links, and the Telegram link shows a QR code on hover or focus', async ({
  page,
}) => {
  await page.goto(`${site()}/en-US/faq`)
  const floating = page.getByRole('complementary', { name: 'Contact us' })
  for (const width of [1440, 1280, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(floating.getByRole('link')).toHaveText(['Telegram', 'WhatsApp', 'WeChat', 'GitHub'])
    await expect(floating.getByRole('button', { name: 'Contact us' })).toBeHidden()
  }
  const chat = floating.getByRole('link', { name: 'Telegram' })
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

test('a contact form that cannot be sent reports the failure and keeps its text', async ({ page }) => {
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

test('the width of each fallback font differs by less than 1.5 % from the width of the font Plex', async ({ page }) => {
  await page.goto(`${site()}/en-US/terms`)
  const ratios = await page.evaluate(async () => {
    const canvas = document.createElement('canvas').getContext('2d')
    const text = document.querySelector('main')?.textContent?.replace(/\s+/g, ' ').slice(0, 3_000) ?? ''
    const width = async (font: string) => {
      // `load` rejects if the machine has none of the local fonts that this font face names.
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

test('an announcement stays on the page if closing it fails offline, and can be closed once the browser is online again', async ({
  page,
  context,
}) => {
  const { email } = await signedInCustomer(context, site())
  const dataDir = process.env.TAPEWIRE_DATA_DIR ?? ''
  await operate(dataDir, 'subscription grant', email, '--plan', 'fund-hk-base', '--months', '1', '--reason', 'Test')
  const plans = ['--plans', 'fund-hk-base']
  const [id = ''] = (await operate(dataDir, 'announcement add', '--en-US', 'No bars today', ...plans)).split(' ')
  await openMounted(page, '/en-US/dashboard/activity')
  const shown = page.getByRole('region', { name: frame.announcement.label }).getByText('No bars today')
  const close = page.getByRole('button', { name: frame.announcement.dismiss, exact: true })
  await context.setOffline(true)
  await close.click()
  await expect(page.getByText(frame.account.failed)).toBeVisible()
  await expect(shown).toBeVisible()
  await context.setOffline(false)
  const answer = page.waitForResponse(/dismiss/)
  await close.click()
  await answer
  await expect(shown).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(shown).toBeHidden()
  await operate(dataDir, 'announcement end', id)
})
