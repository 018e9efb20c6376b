import type { RestOptions } from './rest.ts'
import { MarketDataCalls } from './rest-calls.ts'
import { type StreamOptions, MarketDataStream } from './stream.ts'

export type MarketDataOptions = RestOptions & StreamOptions

/** The REST and stream clients of one key: `market.rest.kline(…)`, `market.stream.subscribe(…)`. */
export class MarketData implements Disposable {
  readonly rest: MarketDataCalls
  readonly stream: MarketDataStream

  constructor(options: MarketDataOptions) {
    this.rest = new MarketDataCalls(options)
    this.stream = new MarketDataStream(options)
  }

  [Symbol.dispose](): void {
    this.stream.close()
  }
}
