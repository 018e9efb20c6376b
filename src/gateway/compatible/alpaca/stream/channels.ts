import type { AssetClass } from '#src/contract/market.ts'
import type { LaneType } from '#src/gateway/stream/protocol/lane-type.ts'
import { pairName, plain, region } from '../asked/symbols.ts'

/** The names of all channels of the vendor's sockets, in the order of the vendor's responses. */
export const channelNames = [
  ...['trades', 'quotes', 'orderbooks', 'bars', 'updatedBars', 'dailyBars', 'statuses'],
  ...['lulds', 'imbalances', 'corrections', 'cancelErrors', 'news'],
] as const

/** One of the vendor's sockets. `absent`: the vendor's channels of this socket for which we have no data. */
export type Feed = {
  name: string
  classes: readonly AssetClass[]
  channels: Readonly<Record<string, LaneType>>
  absent: readonly string[]
  namesOf: (symbol: string) => string[]
  symbolOf: (code: string) => string
}

const bars = { bars: 'kline@1', updatedBars: 'revised', dailyBars: 'kline@8' } as const

export const stocks: Feed = {
  name: 'stocks',
  classes: ['stock', 'fund'],
  channels: { trades: 'tick', quotes: 'depth', ...bars, statuses: 'quote' },
  absent: ['lulds', 'corrections', 'cancelErrors'],
  namesOf: (symbol) => [`stock:${symbol}$${region}`, `fund:${symbol}$${region}`],
  symbolOf: (code) => code,
}

export const crypto: Feed = {
  name: 'crypto',
  classes: ['crypto'],
  channels: { trades: 'tick', quotes: 'depth', orderbooks: 'book', ...bars },
  absent: [],
  namesOf: (symbol) => [`crypto:${plain(symbol)}`],
  symbolOf: pairName,
}
