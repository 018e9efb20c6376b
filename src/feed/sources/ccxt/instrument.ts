import type { Instrument } from '#src/market/instruments/instrument.ts'
import { alsoWritten, findInstrument, instrumentsById, upsertInstruments } from '#src/market/instruments/instruments.ts'
import type { Platform } from '#src/platform/platform.ts'

/**
 * `BTC/USD` is our BTCUSD on the main venue. On another venue it is `BTCUSD.OKX`, also written `OKX:BTCUSD`, because
 * prices of different venues are different series. An unknown instrument is created.
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
