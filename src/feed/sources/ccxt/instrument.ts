import type { Instrument } from '#src/market/instruments/instrument.ts'
import { alsoWritten, findInstrument, instrumentsById, upsertInstruments } from '#src/market/instruments/instruments.ts'
import type { Platform } from '#src/platform/platform.ts'

/**
 * `BTC/USD` is our BTCUSD on the main venue. On another venue it is `BTCUSD.OKX`, because prices of different venues are
 * different series.
 */
export function identityOf(symbol: string, venue: string, isMain: boolean) {
  const plain = symbol.replace('/', '')
  return { class: 'crypto', region: 'BA', code: isMain ? plain : `${plain}.${venue.toUpperCase()}` } as const
}

/** Finds or creates the instrument of a symbol. That of another venue than the main one is also written `OKX:BTCUSD`. */
export async function instrumentOf(ctx: Platform, symbol: string, venue: string, isMain: boolean): Promise<Instrument> {
  const [base = '', quote = ''] = symbol.split('/')
  const exchange = venue.toUpperCase()
  const identity = identityOf(symbol, venue, isMain)
  const known = await findInstrument(ctx, identity)
  if (known?.code === identity.code) return known
  const name = isMain ? symbol : `${symbol} (${exchange})`
  const made = { ...identity, exchange: isMain ? 'CCC' : exchange, name, currency: quote, priceStep: '0.00000001' }
  const [created] = await instrumentsById(ctx, await upsertInstruments(ctx, [made], 'exchange'))
  if (!created) throw new Error(`could not create ${symbol}`)
  if (!isMain) await alsoWritten(ctx, created, `${exchange}:${base}${quote}`)
  return created
}
