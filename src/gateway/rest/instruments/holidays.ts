import { refuse } from '#src/contract/errors.ts'
import { dayMs } from '#src/contract/time.ts'
import { countryNames } from '#src/contract/values/countries.ts'
import type { Exchange } from '#src/market/calendar/exchange.ts'
import { exchangesOf, primaryExchange } from '#src/market/calendar/exchange-of.ts'
import { hoursText } from '#src/market/calendar/hours-text.ts'
import { micOf } from '#src/market/calendar/mics.ts'
import { specialDaysOf } from '#src/market/calendar/special-days.ts'
import { canonicalRegion } from '#src/market/instruments/symbol.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { DataAnswer, DataRequest } from '../wire/call.ts'
import { readSpan } from '../wire/span.ts'

type Holder = Pick<Platform, 'kept'>
type Market = { name: string; exchange: Exchange }

const columns = ['c', 'r', 'd', 't', 'z', 'v', 'exchange', 'early']

type Dates = { from: number; to: number | undefined }

/**
 * Days without a full session. Without `from`, the days of one market begin with its first known holiday, and the days
 * of all markets with the year before last. Empty, with the reason `no_data`, for a market without a list of holidays.
 */
export function holidays(ctx: Holder, request: DataRequest): DataAnswer {
  const name = request.query.get('code', 'region')?.trim().toUpperCase()
  const markets = name === undefined ? allMarkets(ctx) : [marketOf(ctx, name)]
  const { from, to } = readSpan(request.query)
  const dates = { from: from ?? (name === undefined ? newYearBefore(request.now) : Number.NEGATIVE_INFINITY), to }
  const rows = markets.flatMap((market) => rowsOf(market, dates))
  return {
    kind: 'rows',
    rows,
    columns,
    name: name === undefined ? 'holidays' : `holidays-${name}`,
    beside: rows.length === 0 ? { reason: 'no_data' } : {},
    timeless: true,
  }
}

/** 1 January of the year before last. */
function newYearBefore(now: number): number {
  return Date.UTC(new Date(now).getUTCFullYear() - 2, 0, 1)
}

const spellings: Readonly<Record<string, string>> = { SZ: 'SZSE', XETRA: 'XETR' }

function marketOf(ctx: Holder, name: string): Market {
  const all = exchangesOf(ctx)
  const exchange =
    all.get(spellings[name] ?? name) ??
    [...all.values()].find(({ code }) => micOf(code) === name) ??
    primaryExchange(ctx, canonicalRegion(name))
  if (!exchange)
    throw refuse('invalid_parameter', { param: 'code', extra: { allowed: allMarkets(ctx).map((one) => one.name) } })
  return { name, exchange }
}

function allMarkets(ctx: Holder): Market[] {
  const known = [...exchangesOf(ctx).values()].filter(({ calendar, changed }) => calendar !== null || changed.size > 0)
  const countries = [...new Set(known.map(({ country }) => country))]
    .filter((country) => country !== '')
    .map((country) => marketOf(ctx, country))
  // Exchanges with other days than their country's main exchange are listed separately.
  const isLikeMain = (one: Exchange) => countries.some(({ exchange }) => hasSameDays(one, exchange))
  const others = known.filter((one) => !isLikeMain(one))
  return [...countries, ...others.map((exchange) => ({ name: exchange.code, exchange }))].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )
}

function hasSameDays(one: Exchange, other: Exchange): boolean {
  const changes = ({ changed }: Exchange) => JSON.stringify([...changed.values()])
  return one.calendar === other.calendar && changes(one) === changes(other)
}

function rowsOf({ name, exchange }: Market, { from, to = Number.POSITIVE_INFINITY }: Dates) {
  const first = Math.floor(from / dayMs) * dayMs
  const country = exchange.country === '' ? exchange.name : englishNames(exchange.country)
  const usual = hoursText(exchange.regular, '|')
  const days = specialDaysOf(exchange).filter(({ date }) => date >= first && date <= to)
  return days.map((day) => ({
    c: name,
    r: country,
    d: new Date(day.date).toISOString().slice(0, 10),
    t: usual,
    z: exchange.timeZone,
    v: day.name,
    exchange: exchange.code,
    ...(day.regular.length === 0 ? {} : { early: hoursText(day.regular, '|') }),
  }))
}

const englishNames = countryNames('en-US')
