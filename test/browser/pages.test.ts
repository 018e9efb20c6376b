import { expect } from '@playwright/test'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''

for (const [language, lang] of [
  ['en-GB', 'en-US'],
  ['zh-TW', 'zh-HK'],
  ['zh-CN', 'zh-CN'],
  ['fr-FR', 'zh-CN'],
] as const) {
  test(`a browser with the language ${language} is redirected to the ${lang} site, which shows the sandbox mark`, async ({
    browser,
  }) => {
    const page = await browser.newPage({ locale: language })
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      // The browser logs a response 401, which only means that there is no session.
      if (message.type() === 'error' && !message.text().includes('401')) faults.push(message.text())
    })
    await page.goto(site())
    await expect(page).toHaveURL(`${site()}/${lang}`)
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await expect(page.locator('.sandbox-mark')).toBeVisible()
    await expect(page.getByRole('main')).toBeVisible()
    expect(faults).toEqual([])
    await page.close()
  })
}

test('an unknown address shows the page for missing pages with status 404', async ({ page }) => {
  const response = await page.goto(`${site()}/en-US/nothing/here`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a public page requests no script before its first paint', async ({ page }) => {
  for (const path of ['/en-US', '/zh-CN/pricing', '/zh-HK/terms']) {
    await page.goto(site() + path)
    await expect(page.locator('html[data-mounted]')).toBeAttached()
    const { painted, requestTimes } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      requestTimes: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    }))
    expect(requestTimes.length).toBeGreaterThan(3)
    expect(Math.min(...requestTimes)).toBeGreaterThan(painted)
  }
})

test('a menu opened before the scripts load stays open', async ({ page }) => {
  const opened = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await opened.promise
    await route.continue()
  })
  await page.goto(`${site()}/en-US/pricing`, { waitUntil: 'commit' })
  const menu = page.locator('header .language-menu').first()
  await menu.locator('> summary').click()
  opened.resolve()
  await expect(page.locator('html[data-mounted]')).toBeAttached()
  await expect(menu).toHaveJSProperty('open', true)
})

test('the HTML head of a page stays unchanged when the page mounts, and the next page replaces it', async ({
  page,
}) => {
  const heads = () =>
    page.evaluate(() => ({
      lang: document.documentElement.lang,
      titles: [...document.head.querySelectorAll('title')].map((title) => title.text),
      tags: [
        ...document.head.querySelectorAll('meta, link[rel="canonical"], link[hreflang], script[type*="json"]'),
      ].map((tag) => tag.outerHTML),
      strays: document.body.querySelectorAll('title, meta, link[rel="canonical"]').length,
    }))
  const sent = async (path: string) => {
    const html = await (await page.request.get(site() + path)).text()
    await page.evaluate((text) => {
      const { head } = new DOMParser().parseFromString(text, 'text/html')
      Object.assign(window, { sentHead: head })
    }, html)
    return page.evaluate(() => {
      const { sentHead } = window as unknown as { sentHead: HTMLHeadElement }
      const all = sentHead.querySelectorAll('meta, link[rel="canonical"], link[hreflang], script[type*="json"]')
      return { title: sentHead.querySelector('title')?.text, tags: [...all].map((tag) => tag.outerHTML) }
    })
  }
  await page.goto(`${site()}/en-US/faq`)
  await expect(page.locator('html[data-mounted]')).toBeAttached()
  const faq = await sent('/en-US/faq')
  expect(await heads()).toEqual({ lang: 'en-US', titles: [faq.title], tags: faq.tags, strays: 0 })

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveTitle(/Pricing/)
  const pricing = await sent('/en-US/pricing')
  expect(pricing.tags).not.toEqual(faq.tags)
  expect(await heads()).toEqual({ lang: 'en-US', titles: [pricing.title], tags: pricing.tags, strays: 0 })
})

test('the pricing page loads the plans of another market on request, and keeps the shown plans if loading fails', async ({
  page,
}) => {
  await page.route('**/pricing/markets.json', (route) => route.abort())
  await page.goto(`${site()}/en-US/pricing`)
  await expect(page.locator('html[data-mounted]')).toBeAttached()
  const integrated = page.getByRole('button', { name: 'Integrated', exact: true })
  const future = page.getByRole('button', { name: 'Future', exact: true })
  const about = page.locator('.pricing-about')
  const former = (await about.textContent()) ?? ''
  await future.click()
  await expect(page.getByRole('status').filter({ hasText: 'Server is busy' })).toBeVisible()
  await expect(integrated).toHaveAttribute('aria-pressed', 'true')
  await expect(about).toHaveText(former)
  await page.unroute('**/pricing/markets.json')
  await future.click()
  await expect(about).not.toHaveText(former)
  await expect(future).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.pricing-head [aria-busy="false"]')).toBeAttached()
  await integrated.click()
  await expect(about).toHaveText(former)
})
