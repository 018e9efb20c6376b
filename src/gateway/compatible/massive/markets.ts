import type { DataOutput } from '#src/contract/data/data.ts'
import { dayMs } from '#src/contract/time.ts'
import { parseIso } from '#src/market/calendar/instant.ts'
import { dateText, newYorkText, startOfDay } from '../vendor/days.ts'
import { type Route, route } from '../vendor/route.ts'
import { region } from './tickers.ts'

type Status = DataOutput<'marketStatus'>[number]

function stateOf(row: Status | undefined): string {
  if (row?.status === 'pre' || row?.status === 'post') return 'extended-hours'
  return row?.status === 'open' ? 'open' : 'closed'
}

/** Parses `0930-1300` and `09:30-13:00` into the local times of both ends. */
const hours = /^(\d{2}):?(\d{2})-(\d{2}):?(\d{2})/

function hoursOf(date: string, early: string | undefined) {
  const [, openHour, openMinute, closeHour, closeMinute] = hours.exec(early ?? '') ?? []
  if (openHour === undefined) return { status: 'closed' }
  const at = (hour: string | undefined, minute: string | undefined) => {
    const start = startOfDay('stock', parseIso(date) ?? 0)
    return new Date(start + (Number(hour) * 60 + Number(minute)) * 60_000).toISOString()
  }
  return { status: 'early-close', open: at(openHour, openMinute), close: at(closeHour, closeMinute) }
}

export const marketRoutes: readonly Route[] = [
  route({
    pattern: '/v1/marketstatus/now',
    call: 'marketStatus',
    query: () => ({}),
    shape({ data }, { now }) {
      const of = (name: string) => data.find(({ market, exchange }) => exchange === name || market === name)
      const shares = of('NYSE')
      return {
        market: stateOf(shares),
        earlyHours: shares?.status === 'pre',
        afterHours: shares?.status === 'post',
        serverTime: newYorkText(now),
        exchanges: { nyse: stateOf(shares), nasdaq: stateOf(of('NASDAQ')) },
        currencies: { fx: stateOf(of('FX')), crypto: stateOf(of('crypto')) },
      }
    },
  }),
  route({
    pattern: '/v1/marketstatus/upcoming',
    call: 'holidays',
    query: ({ now }) => ({ code: region, from: dateText(now), to: dateText(now + 365 * dayMs) }),
    shape: ({ data }) =>
      data.map(({ d, exchange, v, early }) => ({ date: d, exchange, name: v, ...hoursOf(d, early) })),
  }),
]
