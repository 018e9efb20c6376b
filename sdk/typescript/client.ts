import type { RestOptions } from './rest.ts'
import { RestCalls } from './rest-calls.ts'
import { Stream, type StreamOptions } from './stream.ts'

export type ClientOptions = RestOptions & StreamOptions

/** The REST and stream clients of one key: `market.rest.kline(…)`, `market.stream.subscribe(…)`. */
export class Client implements Disposable {
  readonly rest: RestCalls
  readonly stream: Stream

  constructor(options: ClientOptions) {
    this.rest = new RestCalls(options)
    this.stream = new Stream(options)
  }

  [Symbol.dispose](): void {
    this.stream.close()
  }
}
