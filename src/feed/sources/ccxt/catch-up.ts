import type { Trade } from 'ccxt'
import { intervalMs } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Figures, rolled } from '../../publish/day-figures.ts'
import { faultOf, type Publisher } from '../../publish/publisher.ts'
import { fillBars, tradesSince } from './back-fill.ts'
import { floorTo, type Line, overlapMs, without } from './line.ts'
import { tickOf, type Venue } from './venue.ts'

export type Link = { ctx: Platform; venue: Venue; publisher: Publisher }

/**
 * Publishes batches one after another: if batches ran concurrently and an earlier one failed, its trades would come
 * after those of a later one.
 */
export function publishTrades(link: Link, line: Line, trades: readonly Trade[]): Promise<void> {
  line.turn = line.turn.then(() => publishTradesNow(link, line, trades))
  return line.turn
}

async function publishTradesNow({ ctx, publisher }: Link, { key, log }: Line, trades: readonly Trade[]): Promise<void> {
  const fresh = log.fresh(trades)
  if (fresh.length === 0) return
  try {
    await publisher.publish(fresh.map((trade) => tickOf(key, trade)))
    log.markPublished(fresh.filter((trade) => faultOf(tickOf(key, trade), ctx.clock.now()) === null))
  } catch (error) {
    log.forget(fresh)
    throw error
  }
}

/** Publishes the trades since the last published one; those older than `tradesBackMs` are filled by bars. */
export async function fill(link: Link, line: Line, tradesBackMs: number): Promise<void> {
  const { ctx, venue, publisher } = link
  const { log, symbol } = line
  const now = ctx.clock.now()
  const from = Math.max(log.newest ?? now - (now % minuteMs), now - tradesBackMs)
  const isLong = log.newest === null || log.newest < from
  if (isLong) {
    publisher.forget(line.key)
    await fillAbsence(link, line)
    log.from = from - (from % minuteMs)
  }
  const requestedFrom = isLong ? log.from : from - overlapMs
  const requestedAt = ctx.clock.now()
  const day = isLong || !line.hasFigures ? await dayOf(link, line) : null
  const missed: Trade[] = []
  for await (const page of tradesSince(venue, symbol, requestedFrom, () => line.held ?? [])) missed.push(...page)
  if (day) publisher.begin(line.key, without(day, missed, log.newest ?? 0, requestedAt))
  line.hasFigures ||= day !== null
  await publishTrades(link, line, missed)
}

/** Publishes the trades that came after `fill` made its last request. */
export async function fillAgain(link: Link, line: Line): Promise<void> {
  const { log, symbol } = line
  const since = log.newest === null ? log.from : log.newest - overlapMs
  const missed: Trade[] = []
  for await (const page of tradesSince(link.venue, symbol, since, () => line.held ?? [])) missed.push(...page)
  await publishTrades(link, line, missed)
}

/** Exchanges limit the number of minute bars; hourly bars reach further back, to the beginning of the day. */
async function fillAbsence({ ctx, venue }: Link, { log, ...line }: Line): Promise<void> {
  for (const interval of ['1h', '1m'] as const) {
    const from = log.newest === null ? undefined : floorTo(log.newest, intervalMs[interval])
    await fillBars(ctx, venue, line, interval, from)
  }
}

/** The figures of the session so far, from the exchange and stored days. The turnover is unknown. */
async function dayOf({ ctx, venue }: Link, { log, ...line }: Line): Promise<Figures | null> {
  const from = log.newest === null ? undefined : floorTo(log.newest, dayMs) - dayMs
  const days = await fillBars(ctx, venue, line, '1d', from)
  const figures = days.reduce<Figures | null>((before, bar) => rolled(before, bar.time, bar), null)
  return figures && { ...figures, turnover: Number.NaN }
}

/** Fills a gap that REST failed to fill in time with the exchange's own bars. */
export async function settle({ ctx, venue }: Link, line: Line): Promise<void> {
  const { owed } = line
  if (owed === null || ctx.clock.now() < floorTo(owed.to, minuteMs) + 2 * minuteMs) return
  try {
    await fillBars(ctx, venue, line, '1m', floorTo(owed.from, minuteMs))
    line.owed = null
  } catch (error) {
    ctx.log.warn('a gap in the bars could not be filled yet', { symbol: line.symbol, error })
  }
}
