import { refuse } from '#src/contract/errors.ts'
import { countryNames } from '#src/contract/values/countries.ts'
import { type Exchange, exchanges, primaryExchange, type Span } from '#src/market/calendar/exchange.ts'
import { holidaysOf } from '#src/market/calendar/holidays.ts'
import { dayOf } from '#src/market/calendar/session.ts'
import { canonicalRegion } from '#src/market/instruments/symbol.ts'
import type { DataAnswer, DataRequest } from '../wire/call.ts'

type Market = { name: string; exchange: Exchange }

const columns = ['c', 'r', 'd', 't', 'z', 'v', 'exchange', 'early']

/** Days without a full session, of one market or of all. Calendars without a source are empty and say so. */
export function holidays(request: DataRequest): DataAnswer {
  const name = request.query.get('code', 'region')?.trim().toUpperCase()
  const markets = name === undefined ? allMarkets() : [marketOf(name)]
  const rows = markets.flatMap(rowsOf)
  return {
    kind: 'rows',
    rows,
    columns,
    name: name === undefined ? 'holidays' : `holidays-${name}`,
    beside: rows.length === 0 ? { reason: 'no_data' } : {},
  }
}

/** A market is an exchange, or a country represented by its main exchange. */
function marketOf(name: string): Market {
  const exchange = exchanges.get(name === 'SZ' ? 'SZSE' : name) ?? primaryExchange(canonicalRegion(name))
  if (!exchange) throw refuse('invalid_parameter', { param: 'code' })
  return { name, exchange }
}

function allMarkets(): Market[] {
  const known = [...exchanges.values()].filter(({ calendar }) => calendar !== null)
  const countries = [...new Set(known.map(({ country }) => country))].filter((country) => country !== '').map(marketOf)
  const calendars = new Set(countries.map(({ exchange }) => exchange.calendar))
  const others = known.filter(({ calendar }) => !calendars.has(calendar))
  return [...countries, ...others.map((exchange) => ({ name: exchange.code, exchange }))].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )
}

function rowsOf({ name, exchange }: Market) {
  const country = exchange.country === '' ? exchange.name : englishNames(exchange.country)
  const usual = hoursOf(exchange.regular)
  return (holidaysOf(exchange.calendar) ?? []).map((day) => ({
    c: name,
    r: country,
    d: day.date,
    t: usual,
    z: exchange.timeZone,
    v: day.name,
    exchange: exchange.code,
    ...(day.close === null ? {} : { early: hoursOf(dayOf(exchange, Date.parse(day.date))?.regular ?? []) }),
  }))
}

const englishNames = countryNames('en-US')

/** `09:30-12:00|13:00-16:00` in the exchange's local time. */
function hoursOf(spans: readonly Span[]): string {
  return spans.map(({ open, close }) => `${clock(open)}-${clock(close)}`).join('|')
}

function clock(minute: number): string {
  const at = ((minute % 1440) + 1440) % 1440
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}
