import { type AssetClass, type InstrumentId, isWorldwide } from '#src/contract/market.ts'
import type { LaneType } from '#src/gateway/stream/protocol/lane-type.ts'
import type { Market } from '#src/gateway/stream/protocol/protocol.ts'
import { currenciesOf } from '../../vendor/pair.ts'
import { region, regionOf, tickerOf } from '../tickers.ts'

/** One of the vendor's sockets. `classes`: the classes in which its symbols are looked up, in this order. */
export type Feed = {
  classes: readonly AssetClass[]
  channels: Readonly<Record<string, LaneType>>
  /** The vendor's symbol of an instrument in events and subscriptions. */
  nameOf: (id: InstrumentId) => string
}

const pairWith =
  (mark: string) =>
  ({ code }: InstrumentId): string =>
    currenciesOf(code).join(mark)

/** The vendor's sockets by the last part of their address. */
export const feeds: Readonly<Record<string, Feed>> = {
  stocks: {
    classes: ['stock', 'fund'],
    channels: { T: 'tick', Q: 'depth', A: 'second', AM: 'kline@1' },
    nameOf: ({ code }) => code,
  },
  crypto: {
    classes: ['crypto'],
    channels: { XT: 'tick', XQ: 'depth', XL2: 'book', XAS: 'second', XA: 'kline@1' },
    nameOf: pairWith('-'),
  },
  forex: {
    classes: ['forex'],
    channels: { C: 'depth', CAS: 'second', CA: 'kline@1' },
    nameOf: pairWith('/'),
  },
  indices: {
    classes: ['indices'],
    channels: { V: 'tick', A: 'second', AM: 'kline@1' },
    nameOf: ({ code }) => tickerOf('indices', code),
  },
}

export const marketsOf = ({ classes }: Feed): Market[] =>
  classes.map((name) => ({ class: name, region: regionOf(name) }))

/** Our symbols for `AAPL`, `BTC-USD`, `X:BTC-USD`, `EUR/USD` and `I:SPX`. */
export function namesOf({ classes }: Feed, symbol: string): string[] {
  const bare = symbol.replace(/^[XCI]:/i, '').replace(/[-/]/, '')
  return classes.map((name) => (isWorldwide(name) ? `${name}:${bare}` : `${name}:${symbol}$${region}`))
}
