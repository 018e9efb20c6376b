import type { Locale } from '#src/contract/locale.ts'
import { intervalMs } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { Bar } from '#src/market/bars/bar.ts'
import { barAt, isInSession } from '#src/market/bars/bar-time.ts'
import type { Exchange } from '#src/market/calendar/exchange.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { sessionAt, tradingDate } from '#src/market/calendar/session.ts'
import { intradayBars } from '#src/market/history/built-bars.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { type PriceSnapshot, snapshotOf } from '#src/market/quotes/price-snapshot.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { PageCall } from '../page/page.server.ts'
import { failed, known, knownOf, none, type Read } from '../reads/read.ts'
import type { Figure } from './showcase.ts'

/** Age from which a price is shown with its time, even while the market is open. */
const oldAfterMs = 15 * minuteMs
const lineInterval = '15m'

/** The figures of an instrument as `/quote` returns them. `days` are used if the tape holds no quote. */
export function figureOf(
  { ctx, locale, quotes }: Pick<PageCall, 'ctx' | 'locale' | 'quotes'>,
  instrument: Instrument,
  days: Read<readonly Bar[]>,
): Read<Figure> {
  const now = ctx.clock.now()
  const snapshot = snapshotOf(ctx, quotes, instrument, knownOf(days) ?? [], now)
  if (!snapshot) return days.state === 'failed' ? failed() : none
  const { last, previousClose, changePercent, low, high, time, source } = snapshot
  return known({
    ...{ last, previousClose, changePercent, low, high, time, asOf: asOf(ctx, instrument, time, now, locale) },
    simulated: source === 'simulated',
  })
}

/** `Nov 20, 21:00 UTC` if the market is closed or the price is old; otherwise null. */
function asOf(ctx: Platform, instrument: Instrument, time: number, now: number, locale: Locale): string | null {
  if (sessionAt(exchangeOf(ctx, instrument), now) !== 'closed' && now - time < oldAfterMs) return null
  const isThisYear = new Date(time).getUTCFullYear() === new Date(now).getUTCFullYear()
  const format = new Intl.DateTimeFormat(locale, {
    ...(isThisYear ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  return `${format.format(time)} UTC`
}

/**
 * Replaces the newest day by the snapshot's figures (or appends them as a day), so that a picture of the days ends at
 * the current price.
 */
export function daysWith(
  ctx: Pick<Platform, 'kept'>,
  instrument: Instrument,
  days: readonly Bar[],
  snapshot: PriceSnapshot | null,
): readonly Bar[] {
  if (!snapshot) return days
  const time = dateOf(ctx, instrument, snapshot)
  const { open, high, low, last: close, volume, turnover, source } = snapshot
  return [...days.filter((day) => day.time < time), { time, open, high, low, close, volume, turnover, source }]
}

/** The closes of a trading session, one for each 15 minutes, and the time of the first bar. */
export type Session = { closes: readonly number[]; since: number | null }

/** The current session of each instrument by id. Instruments of the same trading date share their queries. */
export async function readSessions(
  ctx: Platform,
  priced: readonly { instrument: Instrument; snapshot: PriceSnapshot }[],
): Promise<Map<number, Session>> {
  const dated = Map.groupBy(priced, ({ instrument, snapshot }) => dateOf(ctx, instrument, snapshot))
  const sessions = new Map<number, Session>()
  for (const [date, group] of dated) {
    const to = Math.max(...group.map(({ snapshot }) => snapshot.time))
    const instruments = group.map(({ instrument }) => instrument)
    const bars = await intradayBars(ctx, instruments, lineInterval, { from: date - dayMs, to })
    for (const { instrument, snapshot } of group) {
      const own = bars.get(instrument.id)?.filter(({ time }) => time <= snapshot.time) ?? []
      sessions.set(instrument.id, sessionOf(exchangeOf(ctx, instrument), date, own))
    }
  }
  return sessions
}

function sessionOf(exchange: Exchange, date: number, bars: readonly Bar[]): Session {
  const length = intervalMs[lineInterval]
  const session = bars.filter(({ time }) => tradingDate(exchange, time) === date && isInSession(exchange, time, length))
  return { closes: session.map(({ close }) => close), since: session[0]?.time ?? null }
}

/**
 * The trading date of the figures. The figures of a finished day have the time of its end, which may be the start of
 * the next day.
 */
function dateOf(ctx: Pick<Platform, 'kept'>, instrument: Instrument, { time }: PriceSnapshot): number {
  return barAt(exchangeOf(ctx, instrument), '1d', time - 1).start
}
