import { expect, test } from 'vitest'
import type { AssetClass, Interval } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import { barStarting } from '#src/market/bars/bar-time.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { exchanges } from '#src/market/calendar/exchange.ts'
import { exchangeAmong } from '#src/market/calendar/exchange-of.ts'
import { dayOf, instantOf, spansOf } from '#src/market/calendar/session.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { readBars } from '#src/market/history/history.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { withPatience } from '#test/fixtures/patient-store.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { type ReceivedBar, ReplayedMarket, widerIntervals } from '#test/fixtures/replayed-market.ts'

const minute = 60_000

/** With `npm run drill -- bars` there are more instruments, and every instrument trades on every day. */
const isLong = process.env.TAPEWIRE_DRILL_BARS === 'long'
const further: readonly [AssetClass, string, string][] = [
  ['stock', '7203', 'JP'],
  ['stock', '600519', 'CN'],
]
/** The days of each instrument in the short run. Most are half days or holidays, or are next to a clock change. */
const listings: readonly [AssetClass, string, string, ...days: string[]][] = [
  ['stock', 'AAPL', 'US', '2025-10-24', '2025-11-28'],
  ['stock', 'HSBA', 'GB', '2025-10-27', '2025-12-24'],
  ['stock', '700', 'HK', '2025-12-31', '2026-01-02'],
  ['crypto', 'BTCUSD', 'BA', '2025-10-26', '2025-12-31'],
  ['forex', 'EURUSD', 'GB', '2025-11-02', '2025-12-25'],
  ...(isLong ? further : []),
]

/** Clock changes: 26 October, 2 November; half days: 28 November, 24 and 31 December; year end: 31 December. */
const eventful = [
  ...['2025-10-24', '2025-10-26', '2025-10-27', '2025-11-02', '2025-11-28', '2025-12-24', '2025-12-25'],
  ...['2025-12-31', '2026-01-02'],
]
const ordinary = [
  ...['2025-10-31', '2025-11-01', '2025-11-03', '2025-11-27', '2025-12-01', '2025-12-26', '2026-01-01'],
  ...['2025-10-30', '2025-11-04', '2025-11-25', '2025-11-26', '2025-11-29', '2025-11-30', '2025-12-19', '2025-12-22'],
  ...['2025-12-23', '2025-12-28', '2025-12-29', '2025-12-30', '2026-01-04', '2026-01-05'],
]
const days = [...eventful, ...(isLong ? ordinary : [])].sort().map((day) => Date.parse(day))
const special = new Set(
  ['2025-10-26', '2025-11-02', '2025-11-28', '2025-12-24', '2025-12-31'].map((day) => Date.parse(day)),
)

const daysOf = new Map(listings.map(([, code, , ...own]) => [code, own.map((day) => Date.parse(day))]))

type Step = { at: number; instrument: Instrument; trades: boolean; compares: readonly Interval[] }

/** The trades before, within, between and after the sessions of a day, and the times at which bars are compared. */
function stepsOf(instrument: Instrument, date: number, number: number): Step[] {
  const exchange = exchangeAmong(exchanges, instrument)
  const isUtc = exchange.day.kind === 'utc'
  const spans = isUtc ? [{ open: 0, close: 1440 }] : spansOf(exchange, date)
  const at = (minutes: number) => instantOf(isUtc ? 'UTC' : exchange.timeZone, date + minutes * minute)
  const [open, close] = [at(spans[0]?.open ?? 0), at(spans.at(-1)?.close ?? 0)]
  const isOpen = isUtc || dayOf(exchange, date) !== null
  const inTurn = widerIntervals[number % widerIntervals.length] ?? '1d'
  const all = special.has(date) ? [...new Set<Interval>(['5m', '1h', '1d', '1w', '1M', inTurn])] : [inTurn]
  const step = (time: number, trades: boolean, compares: readonly Interval[] = []): Step => ({
    at: time,
    instrument,
    trades: trades && isOpen,
    compares,
  })
  const breaks = spans.slice(0, -1).map((span) => step(at(span.close) + 5 * minute, true))
  return [
    ...(isUtc ? [] : [step(open - 40 * minute, true, special.has(date) ? ['1d'] : [])]),
    step(open, true),
    step(open + 61_000, true),
    ...breaks,
    step(close - 3 * minute, true),
    step(close - 30_000, true, all),
    step(close - 1, false, all),
    step(close, false, all),
    step(close + 10_000, !isUtc, all),
    step(close + 61_000, false, all),
    ...(isUtc ? [] : [step(close + 5 * minute, true, all)]),
  ]
}

async function opened(ctx: Awaited<ReturnType<typeof testPlatform>>): Promise<Instrument[]> {
  await installCatalogue(ctx)
  const found = await Promise.all(
    listings.map(([assetClass, code, region]) => findInstrument(ctx, { class: assetClass, code, region })),
  )
  const instruments = found.filter((instrument) => instrument !== null)
  const figures = { open: 50, high: 60, low: 40, close: 55, volume: 100, turnover: 5_000, source: 'exchange' as const }
  const before = ['2025-10-20', '2025-10-21', '2025-10-22', '2025-10-23'].map((day) => Date.parse(day))
  await recordBars(
    ctx,
    instruments.flatMap(({ id }) =>
      before.map((time) => ({ ...figures, time, instrumentId: id, interval: '1d' as const })),
    ),
  )
  return instruments
}

test(`stream and REST agree on every bar over ${days.length} days with half days and clock changes`, async () => {
  await using ctx = withPatience(await testPlatform({ clickhouse: true, now: '2025-10-23T22:00:00Z' }))
  const instruments = await opened(ctx)
  expect(instruments).toHaveLength(listings.length)
  await using market = await ReplayedMarket.open(ctx, instruments)
  const finals = new Map<string, ReceivedBar>()
  let price = 100
  let compared = 0
  const steps = days
    .flatMap((date, number) =>
      instruments
        .filter(({ code }) => isLong || daysOf.get(code)?.includes(date))
        .flatMap((instrument, at) => stepsOf(instrument, date, number + at)),
    )
    .sort((a, b) => a.at - b.at)
  for (const [number, { at, instrument, trades, compares }] of steps.entries()) {
    if (at > ctx.clock.now() + 10 * minute) await market.record()
    await market.moveTo(at)
    // A subscriber that joins now must receive the same bars as earlier subscribers.
    if (number % 23 === 0 && trades)
      market.subscribe(instrument, [widerIntervals[number % widerIntervals.length] ?? '1d'])
    price = 100 + ((price * 7_919) % 97)
    if (trades) await market.trade(instrument, price)
    await market.settle(instrument)
    for (const interval of compares) {
      const streamed = market.streamed(instrument, interval)
      if (!streamed) continue
      const name = `${instrument.code} ${interval} at ${new Date(at).toISOString()}`
      expect(streamed, name).toEqual(await market.answered(instrument, interval))
      expect(streamed.final, `${name}: final`).toBe(
        at >= barStarting(exchangeAmong(exchanges, instrument), interval, streamed.time).end,
      )
      if (streamed.final) finals.set(`${instrument.id} ${interval} ${streamed.time}`, streamed)
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(isLong ? 1_200 : 150)
  await market.record()
  for (const instrument of instruments) {
    for (const interval of widerIntervals) {
      for (const bar of await readBars(ctx, {
        instrument,
        interval,
        limit: 5_000,
        order: 'newest',
        from: (days[0] ?? 0) - 31 * dayMs,
      })) {
        const final = finals.get(`${instrument.id} ${interval} ${bar.time}`)
        if (final) expect({ ...bar, final: true }, `${instrument.code} ${interval} in history`).toMatchObject(final)
      }
    }
  }
}, 240_000)
