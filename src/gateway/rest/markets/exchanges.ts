import type { Exchange } from '#src/market/calendar/exchange.ts'
import { exchangeOf, exchangesOf } from '#src/market/calendar/exchange-of.ts'
import { micOf } from '#src/market/calendar/mics.ts'
import { countByExchange } from '#src/market/instruments/instruments.ts'
import type { Platform } from '#src/platform/platform.ts'
import { sessionsOf } from '../instruments/symbols.ts'
import type { DataAnswer, DataRequest } from '../wire/call.ts'
import { tableAnswer } from '../wire/table.ts'
import { marketName } from './status.ts'

const columns = ['mic', 'exchange', 'name', 'region', 'tz', 'sessions', 'count']
/** The region codes that calls use for classes without countries. */
const worldRegions: Readonly<Record<string, string>> = { forex: 'GB', crypto: 'BA' }

/**
 * `/symbol/exchanges`: the exchanges of all instruments and of all calendars, by their number of instruments, largest
 * first.
 */
export async function exchangeList(ctx: Platform, request: DataRequest): Promise<DataAnswer> {
  const counts = new Map<string, number>()
  const others = new Map<string, Exchange>()
  for (const { class: assetClass, exchange: code, region, instruments } of await countByExchange(ctx)) {
    if (code === '') continue
    counts.set(code, (counts.get(code) ?? 0) + instruments)
    // An exchange that only an import names gets the hours of its region.
    if (!exchangesOf(ctx).has(code))
      others.set(code, {
        ...exchangeOf(ctx, { class: assetClass, exchange: code, region, code: '' }),
        code,
        name: code,
      })
  }
  const rows = [...exchangesOf(ctx).values(), ...others.values()].map((exchange) => ({
    mic: micOf(exchange.code),
    exchange: exchange.code,
    name: exchange.name,
    region: worldRegions[marketName(exchange)] ?? exchange.country,
    tz: exchange.timeZone,
    sessions: sessionsOf(exchange),
    count: counts.get(exchange.code) ?? 0,
  }))
  rows.sort((a, b) => b.count - a.count || (a.exchange < b.exchange ? -1 : 1))
  return tableAnswer(request, rows, {
    name: 'exchanges',
    columns,
    cells: ({ sessions, ...row }) => ({
      ...row,
      sessions: sessions.map((one) => `${one.id}:${one.session}`).join(';'),
    }),
  })
}
