import { existsSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { type Browser, launch, type Page } from 'puppeteer-core'
import { shellOf } from '#src/site/browser/shell.ts'
import { signUp } from '../fixtures/customer.ts'
import { didNotRun } from '../fixtures/not-run.ts'
import { signUpStaff } from '../fixtures/staff-sign-up.ts'

/** Debian's Firefox, driven by WebDriver BiDi. */
const firefox = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))
if (!firefox) didNotRun('pages in Firefox', 'there is no firefox-esr')
test.skip(!firefox)

const site = () => process.env.TAPEWIRE_SITE ?? ''

let browser: Browser
let page: Page
/** Errors of scripts, and failed loads of scripts and styles. */
const faults: string[] = []

test.beforeAll(async () => {
  test.setTimeout(120_000)
  browser = await launch({ browser: 'firefox', executablePath: firefox ?? '', headless: true })
  page = await browser.newPage()
  await page.setViewport({ width: 1280, height: 800 })
  page.on('pageerror', (fault) => {
    const message = fault instanceof Error ? fault.message : String(fault)
    // Firefox reports an error for a response that is still arriving when the page is left.
    if (!message.includes('Error in input stream')) faults.push(message)
  })
  page.on('response', (response) => {
    if (response.status() >= 400 && /\.(js|css)$/.test(response.url())) faults.push(response.url())
  })
})
test.afterAll(() => browser?.close())

const open = async (path: string) => {
  await page.goto(`${site()}/en-US${path}`)
  await page.waitForSelector('html[data-mounted]')
}
const textOf = (selector: string) => page.$eval(selector, (element) => element.textContent ?? '').catch(() => '')
const path = () => new URL(page.url()).pathname

test('public, account and console pages, the sign-in and the chart work in Firefox', async () => {
  test.setTimeout(120_000)
  const owner = await signUpStaff(site(), process.env.TAPEWIRE_DATA_DIR ?? '', 'owner')
  const customer = await signUp(site(), `firefox-${Date.now()}@example.com`)

  await open('/pricing')
  await page.keyboard.down('Control')
  await page.keyboard.press('k')
  await page.keyboard.up('Control')
  await page.keyboard.type('rate limit')
  await expect.poll(() => textOf('dialog [role="option"]')).not.toBe('')
  const opened = [shellOf(path())]

  await open('/login?redirect=/en-US/dashboard')
  await page.locator('input[name="email"]').fill(customer.email)
  await page.locator('input[name="password"]').fill(customer.password)
  await page.keyboard.press('Enter')
  await expect.poll(path).toBe('/en-US/dashboard')
  await expect.poll(() => textOf('[data-testid="first-key"]')).toContain('***')
  opened.push(shellOf(path()))

  await open('/chart?symbol=crypto:BTCUSD')
  await page.waitForSelector('.legend-figures')
  await page.keyboard.type('15')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('interval=15m')

  const [name = '', value = ''] = owner.cookie.split('=')
  await browser.setCookie({ name, value, domain: 'localhost', httpOnly: true })
  await open('/operator/staff')
  await page.keyboard.press('/')
  await page.keyboard.type(owner.email)
  await page.keyboard.press('Enter')
  await expect.poll(path).toContain('/operator/customers/')
  opened.push(shellOf(path()))

  expect(opened).toEqual(['public', 'account', 'operator'])
  expect(faults).toEqual([])
})
