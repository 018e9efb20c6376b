import type { Trade } from 'ccxt'
import { roundVolume } from '#src/market/bars/bar.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { alsoWritten, findInstrument, instrumentsById, upsertInstruments } from '#src/market/instruments/instruments.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Figures } from '../../publish/day-figures.ts'
import type { TradeLog } from './trade-log.ts'

export type Line = {
  symbol: string
  key: string
  instrument: Instrument
  log: TradeLog
  hasFigures: boolean
  /** Live trades that wait for missed ones; null once trades go straight to the tape. */
  held: Trade[] | null
  /** Whether this connection has received data of the line, which shows that it is subscribed. */
  isHeard: boolean
  /** The publication in progress. Batches run in order; after a failure none runs until the next connection. */
  turn: Promise<void>
  /** A gap in the trades that bars must fill in history, in ms. */
  owed: { from: number; to: number } | null
  /** Ids under which gaps of the line are stored. */
  gaps: string[]
}

/**
 * `BTC/USD` is our BTCUSD on the main venue. On another venue it is `BTCUSD.OKX`, also written `OKX:BTCUSD`, because
 * prices of different venues are different series. An unknown one is created.
 */
export async function instrumentOf(ctx: Platform, symbol: string, venue: string, isMain: boolean): Promise<Instrument> {
  const [base = '', quote = ''] = symbol.split('/')
  const [plain, exchange] = [`${base}${quote}`, venue.toUpperCase()]
  const code = isMain ? plain : `${plain}.${exchange}`
  const identity = { class: 'crypto', region: 'BA', code } as const
  const known = await findInstrument(ctx, identity)
  if (known?.code === code) return known
  const name = isMain ? symbol : `${symbol} (${exchange})`
  const made = { ...identity, exchange: isMain ? 'CCC' : exchange, name, currency: quote, priceStep: '0.00000001' }
  const [created] = await instrumentsById(ctx, await upsertInstruments(ctx, [made], 'exchange'))
  if (!created) throw new Error(`could not create ${symbol}`)
  if (!isMain) await alsoWritten(ctx, created, `${exchange}:${plain}`)
  return created
}

/** Day totals at `requestedAt` minus the trades after `publishedUntil`, which are not published yet. */
export function without(day: Figures, trades: readonly Trade[], publishedUntil: number, requestedAt: number): Figures {
  const counted = trades.filter(({ timestamp: at = 0 }) => at > publishedUntil && at >= day.date && at <= requestedAt)
  const volume = counted.reduce((left, { amount }) => left - (amount ?? 0), day.volume)
  return { ...day, volume: Math.max(0, roundVolume(volume)) }
}

/**
 * Requests for missed trades start this long before the newest published trade, ms. Trades can arrive out of order,
 * and an older one may have been lost.
 */
export const overlapMs = 2_000

export function floorTo(time: number, step: number): number {
  return time - (time % step)
}
