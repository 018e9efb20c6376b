import type { DataOutput } from '#src/contract/data/data.ts'
import { micOf } from '#src/market/calendar/mics.ts'
import { type Asked, type Route, route } from '../vendor/route.ts'
import { headOf, limitOf, nextOf } from './pages.ts'
import { classOf, marketOf, one, region, tickerOf } from './tickers.ts'

type Listed = Pick<DataOutput<'symbols'>[number], 'c' | 'n' | 't' | 'e' | 'r'>

/** The vendor's ticker type of each class that has one. */
const types = {
  stock: { code: 'CS', description: 'Common Stock' },
  fund: { code: 'ETF', description: 'Exchange Traded Fund' },
} as const

function listClass({ query }: Asked): string | undefined {
  const type = query.get('type')?.toUpperCase()
  if (type === types.fund.code) return 'fund'
  return classOf(query.get('market')) ?? (type === types.stock.code ? 'stock' : undefined)
}

/** Without the parameter `active`, the vendor lists active tickers. */
function isActive({ query }: Asked): boolean {
  return query.get('active') !== 'false'
}

function rowOf({ c, n, t, e }: Listed) {
  const isUs = t === 'stock' || t === 'fund'
  return {
    ticker: tickerOf(t, c),
    name: n,
    market: marketOf(t),
    locale: isUs ? 'us' : 'global',
    ...(isUs ? { primary_exchange: micOf(e) || e } : {}),
    ...(t === 'stock' || t === 'fund' ? { type: types[t].code } : {}),
  }
}

const localeOf = (country: string) => (country === region ? 'us' : 'global')

/**
 * FX and METALS are exchanges of currencies. The region code of crypto exchanges is BA. All other exchanges are
 * listed as exchanges of shares.
 */
const exchangeClass = (exchange: string, country: string) => {
  if (exchange === 'FX' || exchange === 'METALS') return 'fx'
  return country === 'BA' ? 'crypto' : 'stocks'
}

const isWanted = ({ query }: Asked, name: string, value: string) => (query.get(name) ?? value) === value

const sectors = ({ s, i }: { s: string; i: string }) => i || s

export const referenceRoutes: readonly Route[] = [
  route({
    pattern: '/v3/reference/tickers',
    call: 'symbols',
    query: (asked) => ({
      type: listClass(asked),
      region,
      code: asked.query.get('ticker')?.replace(/^[XCI]:/i, '') ?? asked.query.get('search') ?? undefined,
      delisted: isActive(asked) ? 'without' : 'only',
      limit: limitOf(asked, { standard: 100, max: 1_000 }),
      cursor: asked.query.get('cursor') ?? undefined,
    }),
    shape(answer, asked) {
      const exact = asked.query.get('ticker')?.toUpperCase()
      const active = isActive(asked)
      const results = answer.data
        .map((row) => ({ ...rowOf(row), active }))
        .filter(({ ticker }) => exact === undefined || ticker === exact)
      return { results, ...headOf(answer), count: results.length, ...nextOf(answer) }
    },
  }),
  route({
    // The call `limits` has the classes of the plan. The caller may list the types of these classes.
    pattern: '/v3/reference/tickers/types',
    call: 'limits',
    query: () => ({}),
    shape(answer, asked) {
      const known = answer.data.symbolType.flatMap((name) => (name === 'stock' || name === 'fund' ? [types[name]] : []))
      const results = known
        .map((type) => ({ ...type, asset_class: 'stocks', locale: 'us' }))
        .filter((type) => isWanted(asked, 'asset_class', type.asset_class) && isWanted(asked, 'locale', type.locale))
      return { results, ...headOf(answer), count: results.length }
    },
  }),
  route({
    pattern: '/v3/reference/tickers/{ticker}',
    call: 'company',
    when: ({ ticker }) => ticker.class === 'stock',
    query: one,
    shape(answer) {
      const { data } = answer
      const results = {
        ...rowOf(data),
        currency_name: data.cur.toLowerCase(),
        ...(data.isin === '' ? {} : { isin: data.isin }),
        ...given({
          description: data.bd,
          homepage_url: data.wu,
          sic_description: sectors(data),
          market_cap: data.mcb,
          total_employees: data.employees,
          share_class_shares_outstanding: data.shares,
          weighted_shares_outstanding: data.tso,
        }),
      }
      return { ...headOf(answer), results, count: 1 }
    },
  }),
  route({
    pattern: '/v3/reference/tickers/{ticker}',
    call: 'symbol',
    query: (asked) => ({ ...one(asked), type: asked.ticker.class }),
    shape(answer) {
      const { data } = answer
      const results = {
        ...rowOf({ ...data, n: data.b }),
        active: data.state !== 'delisted',
        currency_name: data.cur.toLowerCase(),
        round_lot: data.lot,
      }
      return { ...headOf(answer), results, count: 1 }
    },
  }),
  route({
    // Trades and quotes are stored without conditions, so the list is empty.
    pattern: '/v3/reference/conditions',
    call: 'limits',
    query: () => ({}),
    shape: (answer) => ({ results: [], ...headOf(answer), count: 0 }),
  }),
  ...['/v3/reference/exchanges', '/stocks/v1/exchanges'].map((pattern) =>
    route({
      pattern,
      call: 'exchanges',
      query: () => ({}),
      shape(answer, asked) {
        const results = answer.data
          .map(({ mic, exchange, name, region: country }) => ({
            type: 'exchange',
            asset_class: exchangeClass(exchange, country),
            locale: localeOf(country),
            name,
            acronym: exchange,
            ...given({ mic, operating_mic: mic }),
          }))
          .filter((one) => isWanted(asked, 'asset_class', one.asset_class) && isWanted(asked, 'locale', one.locale))
        return { results, ...headOf(answer), count: results.length }
      },
    }),
  ),
]

/** Returns the fields with a known value. */
function given(fields: Readonly<Record<string, string | number | null>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]])),
  )
}
