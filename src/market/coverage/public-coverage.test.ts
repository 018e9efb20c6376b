import { afterAll, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '#src/contract/time.ts'
import { writeFigures } from '#src/platform/figures/process-figures.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { upsertInstruments } from '../instruments/instruments.ts'
import { sourceFigures } from '../sources/source-figures.ts'
import { type CoverageRow, claimCount, putCoverage } from './coverage-store.ts'
import { publicCoverage } from './public-coverage.ts'

/** A Tuesday on which New York is open and Hong Kong is closed. */
const now = Date.parse('2026-07-07T15:00:00Z')
let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform({ now })
})
afterAll(() => ctx[Symbol.asyncDispose]())

const day = (text: string) => Date.parse(text)

function stored(exchange: string, kind: string, first: string): CoverageRow {
  const about = { class: 'stock', exchange, kind, instruments: 1, rows: 10 } as const
  return { ...about, first: day(first), last: now - minuteMs, sources: ['exchange'] }
}

const stockCoverage = async () => {
  const { classes } = await publicCoverage(ctx)
  return classes.find((one) => one.class === 'stock')
}

test("public coverage states the first day of each exchange's bars and trades, and counts the exchanges without data", async () => {
  const listing = (region: string, exchange: string, code: string) => ({
    ...{ class: 'stock' as const, region, exchange, code, name: code },
  })
  await upsertInstruments(
    ctx,
    [listing('US', 'NYSE', 'A'), listing('US', 'NYSE', 'B'), listing('HK', 'HKEX', '1'), listing('DE', 'XETR', 'C')],
    'list',
  )
  expect(await publicCoverage(ctx)).toMatchObject({ countedAt: null })
  await claimCount(ctx.postgres.db, now, now)
  const rows = [
    ...[stored('NYSE', '1h', '2013-10-07'), stored('NYSE', '1d', '2014-01-02'), stored('NYSE', 'ticks', '2026-06-08')],
    stored('HKEX', '1w', '2020-01-06'),
  ]
  await ctx.postgres.transaction((tx) => putCoverage(tx, rows, { now, ms: 1 }))
  expect(await stockCoverage()).toMatchObject({
    covered: [
      {
        ...{ exchange: 'NYSE', region: 'US', instruments: 2, stored: 1, state: 'stored' },
        ...{ days: day('2013-10-07'), intraday: { interval: '1h', first: day('2013-10-07') } },
        ...{ ticks: day('2026-06-08'), last: now - minuteMs },
      },
      { exchange: 'HKEX', days: day('2020-01-06'), intraday: null, ticks: null },
    ],
    others: 1,
  })
})

test('public coverage shows an open exchange as silent after four minutes without events, and a closed exchange as closed', async () => {
  const seen = (at: number) => ({
    ...sourceFigures('exchange$stock', { at, rate: 1, lagMs: 5 }),
    ...{ 'market:stock$US': at, 'market:stock$HK': now - 60 * minuteMs },
  })
  const states = async () => (await stockCoverage())?.covered.map(({ state }) => state)
  await writeFigures(ctx, 'b3a1c7de-0000-4000-8000-000000000000', seen(now - minuteMs))
  expect(await states()).toEqual(['live', 'closed'])
  await writeFigures(ctx, 'b3a1c7de-0000-4000-8000-000000000000', seen(now - 4 * minuteMs))
  expect(await states()).toEqual(['silent', 'closed'])
})
