import type { Platform } from '#src/platform/platform.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { findInstrument, type InstrumentQuery, instrumentsById } from '../instruments/instruments.ts'
import { mergedListing, unlistedSymbols } from './merge-store.ts'

/** The symbols, such as `NASDAQ:AAPL` or `crypto:BTCUSD`, under which no instrument exists. */
export async function unlisted(ctx: Platform, symbols: readonly string[]): Promise<string[]> {
  return symbols.length === 0 ? [] : unlistedSymbols(ctx.postgres.db, symbols)
}

/** The instrument that replaced a former listing after a merge or a code change; null if unknown. */
export async function heirOfListing(ctx: Platform, query: InstrumentQuery): Promise<Instrument | null> {
  const merged = query.exchange ? await mergedListing(ctx.postgres.db, query.exchange, query.code) : null
  const [heir] = merged === null ? [] : await instrumentsById(ctx, [merged])
  const isOfClass = query.class === null || heir?.class === query.class
  return heir && isOfClass ? heir : findInstrument(ctx, query)
}

/**
 * The instrument's symbol in the notation of `before`: with a class or an exchange in front only if `before` has such a
 * prefix.
 */
export function symbolOf({ class: name, exchange, code }: Instrument, before: string): string {
  const colon = before.indexOf(':')
  if (colon < 0) return code
  const prefix = before.slice(0, colon)
  const isClass = prefix.toLowerCase() === name || exchange === ''
  return `${isClass ? prefix : exchange}:${code}`
}
