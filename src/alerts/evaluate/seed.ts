import { changeMinutes } from '#src/contract/account/alert-choices.ts'
import type { IndicatorBar } from '#src/contract/indicators/indicator.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Bar } from '#src/market/bars/bar.ts'
import { barAt, barStarting } from '#src/market/bars/bar-time.ts'
import type { Exchange } from '#src/market/calendar/exchange.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { readFactors } from '#src/market/history/factors.ts'
import { readBars } from '#src/market/history/history.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { parseInstrumentKey } from '#src/market/instruments/symbol.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { IndicatorCondition, Seed } from './indicator-watch.ts'
import type { InstrumentWatch } from './instrument-watch.ts'

const longestWindow = Math.max(...changeMinutes)

/**
 * Reads the bars that ended by `at` (ms), with which an instrument's changes and indicators start. The evaluator reads
 * later bars from the tape.
 */
export async function seedWatch(ctx: Platform, key: string, watch: InstrumentWatch, at: number): Promise<void> {
  const identity = parseInstrumentKey(key)
  const instrument = identity && (await findInstrument(ctx, identity))
  if (!instrument) return
  const exchange = exchangeOf(ctx, instrument)
  watch.endOf = (interval, time) => barAt(exchange, interval, time).end
  if (watch.minutes && !watch.minutes.isSeeded) {
    const query = { instrument, interval: '1m', to: at - minuteMs, limit: longestWindow, order: 'newest' } as const
    watch.minutes.addBefore(await readBars(ctx, query))
  }
  for (const one of watch.unseeded)
    one.seed(await indicatorSeed(ctx, { instrument, exchange }, one.condition, { at, limit: one.barsBefore }))
}

async function indicatorSeed(
  ctx: Platform,
  { instrument, exchange }: { instrument: Instrument; exchange: Exchange },
  { interval }: IndicatorCondition,
  { at, limit }: { at: number; limit: number },
): Promise<Seed> {
  const factors = await readFactors(ctx, instrument.id)
  const adjusted = { instrument, order: 'newest', adjust: 'split', factors } as const
  const bars = await readBars(ctx, { ...adjusted, interval, to: at, limit: limit + 1 })
  const closed = bars.filter(({ time }) => barStarting(exchange, interval, time).end <= at)
  const last = closed.at(-1)
  const closedUntil = last ? barStarting(exchange, interval, last.time).end : barAt(exchange, interval, at).start
  if (interval === '1m') return { closed: closed.map(inputOf), closedUntil, minutes: [] }
  const running = { ...adjusted, interval: '1m', from: closedUntil, to: at - minuteMs, limit: longestWindow } as const
  return { closed: closed.map(inputOf), closedUntil, minutes: (await readBars(ctx, running)).map(inputOf) }
}

function inputOf({ time, open, high, low, close, volume }: Bar): IndicatorBar {
  return { t: time, o: open, h: high, l: low, c: close, v: volume }
}
