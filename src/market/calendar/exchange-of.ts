import { KeptValue } from '#src/platform/kept.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Instrument } from '../instruments/instrument.ts'
import type { ChangedDay } from './changed-day.ts'
import { type Exchange, exchanges, isMetal } from './exchange.ts'

type Holder = Pick<Platform, 'kept'>
type Exchanges = ReadonlyMap<string, Exchange>

const known = new KeptValue<Exchanges>('exchanges')

/** Every exchange by its code, with the operator's changed days. A change replaces the object of the exchange. */
export function exchangesOf(ctx: Holder): Exchanges {
  return known.of(ctx) ?? exchanges
}

/**
 * Replaces the changed days of all calendars. `changes`: by the name of a holiday list, or by the code of an exchange.
 */
export function setChangedDays(ctx: Holder, changes: ReadonlyMap<string, readonly ChangedDay[]>): void {
  known.set(ctx, withChanges(exchangesOf(ctx), changes))
}

/** The exchanges with these changed days. An exchange whose days stay the same keeps its object. */
export function withChanges(before: Exchanges, changes: ReadonlyMap<string, readonly ChangedDay[]>): Exchanges {
  return new Map(
    [...before].map(([code, exchange]) => {
      const ofList = exchange.calendar === null ? [] : (changes.get(exchange.calendar) ?? [])
      // Changed days of the exchange take precedence over changed days of its holiday list.
      const days = [...ofList, ...(changes.get(code) ?? [])]
      const changed = new Map(days.map((day) => [Date.parse(day.date), day]))
      const isSame = JSON.stringify([...changed.values()]) === JSON.stringify([...exchange.changed.values()])
      return [code, isSame ? exchange : { ...exchange, changed }]
    }),
  )
}

/** The exchange whose hours apply to a region's unknown exchanges. */
const regionDefaults: Record<string, string> = {
  US: 'NASDAQ',
  CA: 'TSX',
  MX: 'BMV',
  BR: 'BMFBOVESPA',
  HK: 'HKEX',
  CN: 'SSE',
  TW: 'TWSE',
  IN: 'NSE',
  SG: 'SGX',
  JP: 'TSE',
  TH: 'SET',
  PH: 'PSE',
  VN: 'HOSE',
  KR: 'KRX',
  MY: 'MYX',
  ID: 'IDX',
  AU: 'ASX',
  NZ: 'NZX',
  SA: 'TADAWUL',
  GB: 'LSE',
  DE: 'XETR',
  FR: 'EURONEXTPAR',
  NL: 'EURONEXTAMS',
  BE: 'EURONEXTBRU',
  PT: 'EURONEXTLIS',
  GR: 'ATHEX',
  IT: 'MIL',
  PL: 'GPW',
  SE: 'STO',
  CH: 'SIX',
  FI: 'HEX',
  ES: 'BME',
  TR: 'BIST',
  RU: 'MOEX',
}

/** The exchange whose hours apply to an instrument. An unknown exchange gets the hours of the class and region. */
export function exchangeOf(ctx: Holder, instrument: Listing): Exchange {
  return exchangeAmong(exchangesOf(ctx), instrument)
}

type Listing = Pick<Instrument, 'class' | 'exchange' | 'region' | 'code'>

export function exchangeAmong(among: Exchanges, instrument: Listing): Exchange {
  const fallback = defaultOf(instrument)
  const found = fallback === 'METALS' ? undefined : among.get(instrument.exchange)
  const exchange = found ?? among.get(fallback)
  if (!exchange) throw new Error(`no exchange ${fallback}`)
  return exchange
}

function defaultOf({ class: assetClass, region, code }: Pick<Instrument, 'class' | 'region' | 'code'>): string {
  if (assetClass === 'crypto') return 'CCC'
  if (assetClass === 'forex') return isMetal(code) ? 'METALS' : 'FX'
  if (assetClass === 'future') return region === 'HK' ? 'HKFE' : region === 'CN' ? 'SHFE' : 'CME'
  return regionDefaults[region] ?? 'NYSE'
}

export function primaryExchange(ctx: Holder, region: string): Exchange | null {
  return exchangesOf(ctx).get(regionDefaults[region] ?? '') ?? null
}
