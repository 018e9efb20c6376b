import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRefusal } from '#src/contract/errors.ts'
import { dayMs } from '#src/contract/time.ts'
import { allWords } from '#src/locales/all-words.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { importFile } from '#src/market/import/importers.ts'
import { findInstrument, leadingInstruments } from '#src/market/instruments/instruments.ts'
import { listImports } from '#src/market/quarantine/quarantine.ts'
import { loadCatalogue } from '#src/plans/editions/follow.ts'
import { openOwnTicket } from '#src/support/tickets.ts'
import type { TestAccount } from '#test/fixtures/account.ts'
import { accountPageOf } from '#test/fixtures/account-page.tsx'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { sitePages } from '#test/fixtures/site-paths.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { type StoreFaults, withFaults } from '#test/fixtures/store-faults.ts'
import { demoInstruments } from './showcase/showcase.ts'

let ctx: TestPlatform
let broken: { ctx: TestPlatform; faults: StoreFaults }
let owner: TestAccount
/** The parameters in the addresses of pages. */
let subjects: { no: string; number: string; id: string; slug: string }
let consoleIds: Record<string, string>

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-11-27T18:00:00Z' })
  await installCatalogue(ctx)
  owner = await testStaff(ctx, 'owner@example.com', 'owner')
  const leading = await leadingInstruments(ctx, 'stock', 12)
  const demo = await Promise.all(demoInstruments.map((one) => findInstrument(ctx, one)))
  const days = [...leading, ...demo.filter((one) => one !== null)].flatMap(({ id }) =>
    Array.from({ length: 10 }, (_, day) => {
      const time = Date.parse('2026-11-26') - day * dayMs
      const prices = { open: 100, high: 101, low: 99, close: 100, volume: 1, turnover: 100 }
      return { ...prices, time, instrumentId: id, interval: '1d' as const, source: 'import' as const }
    }),
  )
  await recordBars(ctx, days)
  const world = await PaymentWorld.open(ctx)
  await loadCatalogue(ctx)
  const customer = await world.customer()
  const order = await world.order(owner)
  await world.pay(order, usdt(79.2))
  await world.settle()
  const message = { message: 'Where is it?', locale: 'en-US' as const, network: '203.0.113.7' }
  const { ticket } = await openOwnTicket(ctx, owner.actor, message)
  const file = join(ctx.settings.dataDir, 'stock-us-BROKEN-1d.csv')
  await writeFile(file, 'time,open,high,low,close,volume\n2025-01-02,1,3,1,2,10\n2025-01-03,oops,3,1,2,10\n')
  await importFile(ctx, 'bars', file, {}, { signal: new AbortController().signal, progress: () => {} })
  const { rows } = await listImports(ctx, { kind: 'operator-cli' }, { onlyWaiting: true }, { limit: 1, after: null })
  subjects = { no: order.no, number: '2026-000001', id: ticket, slug: 'backup' }
  consoleIds = {
    customers: customer.actor.accountId,
    tickets: ticket,
    'data/instruments': String(leading[0]?.id),
    'data/imports': rows[0]?.id ?? '',
  }
  broken = withFaults(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

/** The HTML of a page; null if a refused read makes the whole page fail, or if the page has no loader. */
async function render(path: string, file: string, refuses = (_call: string) => false): Promise<string | null> {
  const page = await import(join(import.meta.dirname, file))
  if (!page.loader) return null
  const about = Object.keys(consoleIds).find((one) => path.startsWith(`/operator/${one}/`)) ?? ''
  const params = isOperatorPage(path) ? { ...subjects, id: consoleIds[about] ?? '' } : subjects
  try {
    return await accountPageOf(broken.ctx, owner, page, { path, params, locale: 'en-US', refuses })
  } catch (error) {
    if (isRefusal(error) || error instanceof Response || !(error instanceof Error)) return null
    if (error.message.includes('refused a read')) return null
    throw error
  }
}

const isOperatorPage = (path: string) => path.startsWith('/operator')
const statesIn = (html: string | null, state: 'none' | 'failed') => html?.split(`data-read="${state}"`).length ?? 1

/** The addresses to which the tabs of a console page lead. */
const tabsIn = (html: string | null) =>
  [...(/<nav [^>]*console-tabs.*?<\/nav>/.exec(html ?? '')?.[0].matchAll(/href="([^"]+)"/g) ?? [])].map(([, to]) => to)

const hurdle = allWords['en-US'].operator.hurdle.failed.title

/** Every page of the route tree; if several routes share a file, only the first route. */
const pages = [...new Map(sitePages.toReversed().map(({ path, file }) => [file, path || '/']))]
  .filter(([file]) => file.endsWith('-page.tsx'))
  .map(([file, path]) => [path, file] as const)

test.each(pages)(
  'when a store refuses reads, the page %s does not show the refused data as empty',
  async (path, file) => {
    const stores = new Set<string>()
    broken.faults.refuses = (store) => {
      stores.add(store)
      return false
    }
    const nothing = statesIn(await render(path, file), 'none')
    for (const refused of stores) {
      broken.faults.refuses = (store) => store === refused
      expect(statesIn(await render(path, file), 'none'), refused).toBeLessThanOrEqual(nothing)
    }
  },
)

/** The query strings of pages that need a query. */
const queries: Record<string, string> = {
  '/dashboard/team/join': '?token=none',
  '/operator/content/text': '?path=en-US/terms.md',
}
const privatePages = [
  ...pages
    .filter(([path]) => /^\/(dashboard|payment|operator)/.test(path))
    .map(([path, file]) => [path + (queries[path] ?? ''), file] as const),
  ...['held', 'refunds', 'sweeps', 'networks', 'accounting'].map(
    (view) => [`/operator/money?view=${view}`, 'operator/money/money-page.tsx'] as const,
  ),
  ...['coupons', 'deals'].map((view) => [`/operator/plans?view=${view}`, 'operator/plans/plans-page.tsx'] as const),
]

test.each(privatePages)(
  'when any one call fails, the page %s keeps its tabs and does not show the missing data as empty',
  async (path, file) => {
    broken.faults.refuses = () => false
    const calls = new Set<string>()
    const whole = await render(path, file, (call) => !calls.add(call))
    expect(whole).not.toBeNull()
    expect(whole).not.toContain(hurdle)
    const tabs = tabsIn(whole)
    const marks = { none: statesIn(whole, 'none'), failed: statesIn(whole, 'failed') }
    const parts = [...calls].filter((call) => call !== 'GET /api/operator/me' && call !== 'GET /api/operator/now')
    const subject = parts.find((call) => /\{\w+\}$/.test(call)) ?? parts[0]
    for (const call of calls) {
      const html = await render(path, file, (made) => made === call)
      expect(html, call).not.toBeNull()
      expect(tabsIn(html), call).toEqual(tabs)
      expect(statesIn(html, 'none'), call).toBeLessThanOrEqual(marks.none)
      if (html !== whole) expect(statesIn(html, 'failed'), call).toBeGreaterThanOrEqual(Math.max(2, marks.failed))
      if (call !== subject && call !== 'GET /api/operator/me') expect(html, call).not.toContain(hurdle)
    }
  },
)

test('the page about stored data shows no zeros before the first count, and reports refused reads', async () => {
  const words = allWords['en-US'].coverage
  const coverage = () => render('/coverage', 'pages/coverage/coverage-page.tsx')
  broken.faults.refuses = () => false
  const uncounted = await coverage()
  expect(uncounted).toContain(words.none)
  expect(uncounted).not.toContain('>0<')
  expect(uncounted).not.toContain('nothing of them is stored yet')
  broken.faults.refuses = (store) => store === 'postgres'
  const refused = await coverage()
  expect(refused).toContain(words.failed)
  expect(refused).toContain(words.notes.title)
  expect(refused).not.toContain(words.none)
  expect(refused).not.toContain('>0<')
})

test('when any one of its reads is refused, a product page does not show the refused data as empty', async () => {
  const product = () => render('/products/stocks', 'pages/products/product-page.tsx')
  broken.faults.refuses = () => false
  const from = broken.faults.reads()
  const nothing = statesIn(await product(), 'none')
  const reads = broken.faults.reads() - from
  expect(reads).toBeGreaterThan(4)
  for (let nth = 0; nth < reads; nth += 1) {
    const start = broken.faults.reads()
    broken.faults.refuses = (_store, before) => before - start === nth
    expect(statesIn(await product(), 'none'), `read ${nth + 1}`).toBeLessThanOrEqual(nothing)
  }
})

test('a product page still shows the codes of its instruments when prices cannot be read', async () => {
  broken.faults.refuses = (store) => store === 'history'
  const html = await render('/products/stocks', 'pages/products/product-page.tsx')
  const rows = await leadingInstruments(ctx, 'stock', 12)
  for (const { code } of rows) expect(html).toContain(`>${code}<`)
  expect(html).toContain('Prices could not be read just now.')
  expect(html).toContain('Try again')
  expect(statesIn(html, 'none')).toBe(1)
})
