import type { RestOptions } from './rest.ts'
import { TapewireCalls } from './rest-calls.ts'
import { type StreamOptions, TapewireStream } from './stream.ts'

export type TapewireOptions = RestOptions & StreamOptions

/** The REST and stream clients of one key: `tapewire.rest.kline(…)`, `tapewire.stream.subscribe(…)`. */
export class Tapewire implements Disposable {
  readonly rest: TapewireCalls
  readonly stream: TapewireStream

  constructor(options: TapewireOptions) {
    this.rest = new TapewireCalls(options)
    this.stream = new TapewireStream(options)
  }

  [Symbol.dispose](): void {
    this.stream.close()
  }
}
