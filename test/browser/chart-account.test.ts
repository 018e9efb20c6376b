import { type BrowserContext, expect, type Page } from '@playwright/test'
import { indicatorNames } from '#src/contract/indicators/catalogue.ts'
import { type Customer, signUp } from '../fixtures/customer.ts'
import { operate } from '../fixtures/operator-cli.ts'
import { legend } from './open-chart.ts'
import { signedInCustomer, signIn as signInBySession } from './signed-in.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const api = () => process.env.TAPEWIRE_API ?? ''

type Row = { t: number; [name: string]: number | null }

async function read(customer: Customer, path: string): Promise<Row[]> {
  const answer = await fetch(api() + path, { headers: { token: customer.key } })
  const { data } = (await answer.json()) as { data: Row[] | null }
  return data ?? []
}

/** Signs the customer in, in a browser that did not sign up. */
async function signIn(context: BrowserContext, { email, password }: Customer) {
  const data = { email, password }
  const answer = await context.request.post(`${site()}/api/auth/signin`, { data, headers: { origin: site() } })
  expect(answer.status()).toBe(200)
}

async function grant(email: string, plan: string) {
  await operate(process.env.TAPEWIRE_DATA_DIR ?? '', 'subscription grant', email, '--plan', plan, '--months', '1')
}

async function openChart(page: Page, address = '') {
  await page.goto(`${site()}/en-US/chart${address}`)
  await expect(page.locator('.legend-figures')).toBeVisible()
}

/**
 * Moves the pointer to a finished bar, because the figures of the running bar change. `share`: the fraction of the
 * canvas's width.
 */
async function pointAt(page: Page, share: number) {
  const box = await page.locator('.chart-canvas').boundingBox()
  if (!box) throw new Error('the canvas is not visible')
  const newest = (await legend(page)).time
  let down = 0
  // Moves the pointer repeatedly, because a chart that is being redrawn may miss the first move.
  await expect
    .poll(async () => {
      down += 1
      await page.mouse.move(box.x + box.width * share, box.y + 150 + (down % 2))
      return (await legend(page)).time
    })
    .toBeLessThan(newest)
  return legend(page)
}

const dialogOf = async (page: Page) => {
  await page.getByRole('button', { name: /Open symbol search/ }).click()
  return page.getByRole('dialog', { name: 'Symbol search' })
}

// A person's pages may make 60 calls a minute, so the tests that open the chart several times use a separate account.

test('at the free level the symbol search of the chart offers no countries, no second page and no funds', async ({
  page,
}) => {
  await signedInCustomer(page.context(), site())
  const requests: URL[] = []
  page.on('request', (request) => {
    if (request.url().includes('/symbol/web/page')) requests.push(new URL(request.url()))
  })
  await openChart(page)
  await page.keyboard.type('micros')
  const dialog = page.getByRole('dialog', { name: 'Symbol search' })
  await expect(dialog.getByRole('option', { name: /NASDAQ:MSFT/ })).toContainText('Microsoft')
  await expect(dialog.locator('mark').first()).toHaveText(/micros/i)
  await dialog.getByRole('tab', { name: 'Stock', exact: true }).click()
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect(dialog.getByRole('option')).toHaveCount(30)
  await expect(dialog.getByRole('button', { name: /Choose a country/ })).toHaveCount(0)
  const before = requests.length
  await dialog.locator('.symbol-list').evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await dialog.getByRole('tab', { name: 'Funds' }).click()
  await expect(dialog.getByText('Your plan does not cover funds')).toBeVisible()
  expect(requests.slice(before)).toEqual([])
  await dialog.getByRole('tab', { name: 'Crypto' }).click()
  await dialog.getByRole('option', { name: /:BTCUSD / }).click()
  await expect(page).toHaveURL(/symbol=[A-Z]+:BTCUSD&interval=1d$/)
  await expect(page.getByRole('img', { name: /Price chart of Bitcoin/ })).toBeVisible()
})

test.describe
  .serial('the chart of a customer with a plan', () => {
    let customer: Customer

    test.beforeAll(async () => {
      customer = await signUp(site(), `charts${process.pid}@example.com`)
      await grant(customer.email, 'integrated-premium')
    })

    test('at a paid level the symbol search offers countries, further pages and funds', async ({ page }) => {
      await signIn(page.context(), customer)
      await openChart(page)
      const dialog = await dialogOf(page)
      await expect(dialog.getByRole('option').nth(29)).toBeVisible()
      await dialog.getByRole('tab', { name: 'Stock', exact: true }).click()
      await expect(dialog.getByRole('option').nth(29)).toBeVisible()
      await dialog.locator('.symbol-list').evaluate((list) => list.scrollTo(0, list.scrollHeight))
      await expect.poll(() => dialog.getByRole('option').count()).toBeGreaterThan(30)
      await dialog.getByRole('button', { name: /Choose a country/ }).click()
      await page
        .getByRole('dialog', { name: 'Countries' })
        .getByRole('button', { name: /Hong Kong/ })
        .click()
      await expect(dialog.getByRole('option', { name: /HKEX:700 / })).toBeVisible()
      const flags = await dialog
        .getByRole('option')
        .getByRole('img')
        .evaluateAll((all) => all.map((one) => one.getAttribute('alt')))
      expect(new Set(flags)).toEqual(new Set(['HK']))
      await dialog.getByRole('tab', { name: 'Funds' }).click()
      await expect(dialog.getByRole('option').first()).toBeVisible()
    })

    test('bars on the chart equal the REST response, for minutes, months and adjusted days', async ({ page }) => {
      await signIn(page.context(), customer)
      await page.goto(`${site()}/en-US/404`)
      for (const [interval, adjust] of [
        ['1m', 'none'],
        ['1M', 'none'],
        ['1d', 'all'],
      ] as const) {
        const kept = { ticker: 'NASDAQ:AAPL', interval, adjust, timezone: 'UTC' }
        await page.evaluate((state) => localStorage.setItem('chart.current', JSON.stringify(state)), kept)
        await openChart(page)
        const query = `region=US&code=AAPL&interval=${interval}&adjust=${adjust}&limit=1000`
        const bars = new Map((await read(customer, `/stock/kline?${query}`)).map((bar) => [bar.t, bar]))
        for (const share of [0.7, 0.5]) {
          const { time, prices } = await pointAt(page, share)
          const bar = bars.get(time)
          expect(prices).toEqual([bar?.o, bar?.h, bar?.l, bar?.c].map((price) => Number(price?.toFixed(2))))
        }
        await page.goto(`${site()}/en-US/404`)
      }
    })

    test('the values of all indicators on the chart equal the responses of the indicator endpoint', async ({
      page,
    }) => {
      test.setTimeout(120_000)
      await signIn(page.context(), customer)
      await page.setViewportSize({ width: 1280, height: 1700 })
      const query = 'region=US&code=AAPL&interval=1d&limit=1000'
      for (let from = 0; from < indicatorNames.length; from += 9) {
        const names = indicatorNames.slice(from, from + 9)
        const kept = {
          ticker: 'NASDAQ:AAPL',
          interval: '1d',
          adjust: 'none',
          indicators: names.map((name) => ({ name })),
        }
        await page.addInitScript((state) => localStorage.setItem('chart.current', JSON.stringify(state)), kept)
        await openChart(page)
        const { time } = await pointAt(page, 0.6)
        for (const name of names) {
          const rows = await read(customer, `/stock/indicator?${query}&name=${name}`)
          const row = rows.find(({ t }) => t === time)
          const outputs = page.getByRole('status', { name: new RegExp(`^${name}( |$)`, 'i') })
          await expect(outputs).toHaveCount(Object.keys(row ?? {}).length - 1)
          for (const output of await outputs.all()) {
            const key = (await output.getAttribute('aria-label'))?.split(' ').at(-1) ?? ''
            await expect(output, `${name} ${key}`).toHaveText(shown(row?.[key] ?? null))
          }
        }
      }
    })
  })

function shown(value: number | null): string {
  if (value === null) return '–'
  const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 })
  return Math.abs(value) >= 1e6 ? compact.format(value) : value.toFixed(2)
}

test('a layout with its drawings is saved in the account and can be opened in another browser', async ({
  page,
  browser,
}) => {
  // The test opens the chart three times.
  test.setTimeout(120_000)
  const customer = await signedInCustomer(page.context(), site())
  await openChart(page, '?symbol=NASDAQ:AAPL&interval=1d')
  await page.keyboard.press('Alt+h')
  await page.mouse.click(600, 400)
  await page.getByRole('button', { name: 'Logarithmic scale' }).click()
  await page.getByRole('button', { name: 'Layouts' }).click()
  await expect(page.getByText('Kept in your account')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name of the layout' }).fill('Swing')
  await page.getByRole('button', { name: 'Save as' }).click()
  await expect(page.getByRole('button', { name: 'Open Swing' })).toBeVisible()

  const other = await browser.newContext()
  await signIn(other, customer)
  const elsewhere = await other.newPage()
  await openChart(elsewhere, '?symbol=HKEX:700&interval=1h')
  await expect(elsewhere.getByRole('button', { name: 'Remove all drawings' })).toBeDisabled()
  await elsewhere.getByRole('button', { name: 'Layouts' }).click()
  await elsewhere.getByRole('button', { name: 'Open Swing' }).click()
  await elsewhere.keyboard.press('Escape')
  await expect(elsewhere).toHaveURL(/symbol=NASDAQ:AAPL&interval=1d$/)
  await expect(elsewhere.getByRole('button', { name: 'Logarithmic scale' })).toHaveAttribute('aria-pressed', 'true')
  const clear = elsewhere.getByRole('button', { name: 'Remove all drawings' })
  await expect(clear).toBeEnabled()
  await elsewhere.getByRole('button', { name: 'Undo' }).click()
  await expect(clear).toBeDisabled()
  await elsewhere.getByRole('button', { name: 'Redo' }).click()
  await expect(clear).toBeEnabled()

  await elsewhere.getByRole('button', { name: 'Layouts' }).click()
  await elsewhere.getByRole('button', { name: 'Delete Swing' }).click()
  await expect(elsewhere.getByText('No layout saved yet')).toBeVisible()
  await other.close()
  await openChart(page)
  await page.getByRole('button', { name: 'Layouts' }).click()
  await expect(page.getByText('No layout saved yet')).toBeVisible()
})

test('if a chart layout is saved while the list of layouts loads, the saved layout stays in the list', async ({
  page,
}) => {
  await signedInCustomer(page.context(), site())
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/chart/layouts', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  await openChart(page)
  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('textbox', { name: 'Name of the layout' }).fill('Early')
  await page.getByRole('button', { name: 'Save as' }).click()
  const early = page.getByRole('button', { name: 'Open Early' })
  await expect(early).toBeVisible()
  const renewed = page.waitForResponse((one) => one.url().endsWith('/api/chart/layouts'))
  answer()
  await renewed
  await page.waitForTimeout(200)
  await expect(early).toBeVisible()
  await page.getByRole('button', { name: 'Delete Early' }).click()
  await expect(early).toBeHidden()
})

test('the watchlist stored in the browser is moved to the account and opens in another browser', async ({
  page,
  context,
  browser,
}) => {
  const customer = await signedInCustomer(context, site())
  await page.addInitScript(() => {
    if (sessionStorage.getItem('planted')) return
    sessionStorage.setItem('planted', '1')
    localStorage.setItem('chart.watchlist', '["CCC:BTCUSD"]')
  })
  const listOf = (one: Page) => one.getByRole('region', { name: 'Watchlist' })
  const kept = async () => {
    const { watchlists } = (await customer.call('/api/watchlists')).body.data
    return watchlists.map(({ symbols }: { symbols: string[] }) => symbols)
  }
  await openChart(page, '?symbol=NASDAQ:AAPL')
  await expect.poll(kept).toEqual([['CCC:BTCUSD']])
  await listOf(page).getByRole('button', { name: 'Add AAPL' }).click()
  await expect.poll(kept).toEqual([['CCC:BTCUSD', 'NASDAQ:AAPL']])
  expect(await page.evaluate(() => localStorage.getItem('chart.watchlist'))).toBeNull()
  const other = await browser.newContext()
  await signInBySession(other, site(), customer)
  const elsewhere = await other.newPage()
  await openChart(elsewhere, '?symbol=NASDAQ:AAPL')
  await expect(listOf(elsewhere).getByRole('button', { name: /^Remove/ })).toHaveCount(2)
  await listOf(elsewhere).getByRole('button', { name: 'Remove CCC:BTCUSD from the watchlist' }).click()
  await expect.poll(kept).toEqual([['NASDAQ:AAPL']])
  await other.close()
})
