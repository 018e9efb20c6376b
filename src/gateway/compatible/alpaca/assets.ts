import type { DataOutput } from '#src/contract/data/data.ts'
import type { AssetClass } from '#src/contract/market.ts'
import { entryOf } from '#src/contract/record.ts'
import type { Asked, Part, Route } from '../vendor/route.ts'
import { pairName, readTicker, region, regionOf } from './asked/symbols.ts'
import { idOf } from './identity.ts'

type Listed = Pick<DataOutput<'symbols'>[number], 'c' | 'n' | 't' | 'e'>

const classes: Readonly<Record<string, readonly AssetClass[]>> = { us_equity: ['stock', 'fund'], crypto: ['crypto'] }
/** The vendor's names of our exchanges. The vendor's clients accept no other names. */
const exchanges: Readonly<Record<string, string>> = {
  ...{ AMEX: 'AMEX', NYSEARCA: 'ARCA', NYSE: 'NYSE', NASDAQ: 'NASDAQ', CBOE: 'BATS', OTC: 'OTC' },
}

/** There is no trading here, so no asset can be bought, borrowed or traded in fractions. */
function assetOf({ c, n, t, e }: Listed, status: Status) {
  const isCoin = t === 'crypto'
  const symbol = isCoin ? pairName(c) : c
  return {
    id: idOf(`asset ${t} ${c}`),
    class: isCoin ? 'crypto' : 'us_equity',
    exchange: isCoin ? 'CRYPTO' : (exchanges[e] ?? ''),
    ...{ symbol, name: n, status, tradable: false, marginable: false, shortable: false },
    ...{ easy_to_borrow: false, fractionable: false, attributes: [] },
  }
}

function wantedClasses({ query }: Asked): readonly AssetClass[] {
  const named = query.get('asset_class')
  if (named) return entryOf(classes, named.toLowerCase()) ?? []
  return Object.values(classes).flat()
}

type Status = 'active' | 'inactive'

/** Without a status the vendor lists all assets. */
function wantedStatuses({ query }: Asked): readonly Status[] {
  const named = query.get('status')?.toLowerCase()
  return (['active', 'inactive'] as const).filter((one) => named === undefined || named === one)
}

function partsOf(asked: Asked): Part[] {
  const wanted = wantedStatuses(asked).flatMap((status) => wantedClasses(asked).map((type) => ({ type, status })))
  // The list of an unknown class or status is empty, but a route needs one part.
  const listed = wanted.length > 0 ? wanted : [{ type: 'crypto', status: 'active', limit: 1 } as const]
  return listed.map(({ type, status, ...rest }) => ({
    call: 'symbols',
    class: 'stock',
    query: {
      ...{ type, region: type === 'crypto' ? undefined : region, ...rest },
      delisted: status === 'active' ? 'without' : 'only',
    },
  }))
}

export const assetRoutes: readonly Route[] = [
  {
    pattern: '/v2/assets',
    call: 'symbols',
    parts: partsOf,
    shape(answers, asked) {
      const { query } = asked
      const exchange = query.get('exchange')?.toUpperCase()
      const classCount = wantedClasses(asked).length
      const answered = answers.of('symbols')
      const assets = wantedStatuses(asked).flatMap((status, index) =>
        answered
          .slice(index * classCount, (index + 1) * classCount)
          .flatMap(({ data }) => data.map((row) => assetOf(row, status))),
      )
      return exchange ? assets.filter((asset) => asset.exchange === exchange) : assets
    },
  },
  // Some clients do not escape the slash of a pair.
  ...['/v2/assets/{ticker}', '/v2/assets/{base}/{quote}'].map(
    (pattern): Route => ({
      pattern,
      tickers: ({ params: { ticker, base, quote } }) => [readTicker(ticker ?? `${base}/${quote}`)],
      call: 'symbol',
      parts: ({ ticker }) => [
        { call: 'symbol', class: 'stock', query: { code: ticker.code, type: ticker.class, region: regionOf(ticker) } },
      ],
      shape(answers) {
        const { data } = answers.one('symbol')
        return assetOf({ ...data, n: data.b }, data.state === 'delisted' ? 'inactive' : 'active')
      },
    }),
  ),
]
