import { refuse } from '#src/contract/errors.ts'
import type { Exchange } from '#src/market/calendar/exchange.ts'
import { exchangesOf } from '#src/market/calendar/exchange-of.ts'
import { micOf } from '#src/market/calendar/mics.ts'
import { positionInHours } from '#src/market/calendar/session.ts'
import { specialDaysOf } from '#src/market/calendar/special-days.ts'
import { type MarketStatus, marketStatus } from '#src/market/calendar/status.ts'
import { canonicalRegion } from '#src/market/instruments/symbol.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { DataAnswer, DataRequest } from '../wire/call.ts'
import { tableAnswer } from '../wire/table.ts'

type Holder = Pick<Platform, 'kept'>
type Row = MarketStatus & { market: string; exchange: string; tz: string; holiday?: string }

const columns = ['market', 'exchange', 'status', 'since', 'nextStatus', 'nextAt', 'tz', 'holiday']

/** `/market/status`: all exchanges, the exchanges of a market, or one exchange. */
export function marketStatuses(ctx: Holder, request: DataRequest): DataAnswer {
  const exchanges = requestedExchanges(ctx, request)
  return tableAnswer(
    request,
    exchanges.map((exchange) => rowOf(exchange, request.now)),
    {
      name: 'market-status',
      columns,
      cells: ({ next, ...row }) => ({ ...row, nextStatus: next?.status, nextAt: next?.at }),
    },
  )
}

/** The country of an exchange. Exchanges of currencies and crypto have no country, so they get the class name. */
export function marketName({ code, country }: Pick<Exchange, 'code' | 'country'>): string {
  if (country !== '') return country
  return code === 'FX' || code === 'METALS' ? 'forex' : 'crypto'
}

function requestedExchanges(ctx: Holder, { query }: DataRequest): Exchange[] {
  const all = [...exchangesOf(ctx).values()]
  const named = query.get('exchange')?.trim().toUpperCase()
  const market = query.get('market')?.trim()
  const ofMarket = market === undefined ? all : all.filter((one) => isMarket(one, market))
  if (ofMarket.length === 0)
    throw refuse('invalid_parameter', {
      param: 'market',
      extra: { allowed: [...new Set(all.map(marketName))].sort() },
    })
  const found = named === undefined ? ofMarket : ofMarket.filter(({ code }) => code === named || micOf(code) === named)
  if (found.length === 0)
    throw refuse('invalid_parameter', { param: 'exchange', extra: { allowed: ofMarket.map(({ code }) => code) } })
  return found.sort((a, b) => order(a, b))
}

function isMarket(exchange: Exchange, market: string): boolean {
  const name = marketName(exchange)
  return name === canonicalRegion(market) || name === market.toLowerCase()
}

function order(a: Exchange, b: Exchange): number {
  const [one, other] = [`${marketName(a)} ${a.code}`, `${marketName(b)} ${b.code}`]
  return one < other ? -1 : 1
}

function rowOf(exchange: Exchange, now: number): Row {
  const { status, since, next } = marketStatus(exchange, now)
  const { date } = positionInHours(exchange, now)
  const holiday = specialDaysOf(exchange).find((day) => day.date === date)?.name
  return {
    ...{ market: marketName(exchange), exchange: exchange.code, status, since, next, tz: exchange.timeZone },
    ...(holiday === undefined ? {} : { holiday }),
  }
}
