import { type DataSource, dataSources } from '#src/contract/market.ts'
import { nativeBlock, wholeNumbers } from '#src/platform/packed/native-block.ts'
import { sourceNumber, versionOf } from '../bars/bar.ts'

type Trade = { time: number; price: number; volume: number; side: number; source: DataSource }

const numbers = Object.fromEntries(dataSources.map((source) => [source, sourceNumber(source)]))

/** Ticks of any instruments, collected by column, because row objects would burden the garbage collector. */
export class TickColumns {
  length = 0
  #size = 1 << 12
  #instruments = new Uint32Array(this.#size)
  #times = new Float64Array(this.#size)
  #seqs = new Uint32Array(this.#size)
  #prices = new Float64Array(this.#size)
  #volumes = new Float64Array(this.#size)
  #sides = new Uint8Array(this.#size)
  #bids = new Float64Array(this.#size)
  #asks = new Float64Array(this.#size)
  #sources = new Uint8Array(this.#size)

  push(instrument: number, seq: number, trade: Trade, bid = 0, ask = 0): void {
    const at = this.length
    if (at === this.#size) this.#grow()
    this.#instruments[at] = instrument
    this.#times[at] = trade.time
    this.#seqs[at] = seq
    this.#prices[at] = trade.price
    this.#volumes[at] = trade.volume
    this.#sides[at] = trade.side
    this.#bids[at] = bid
    this.#asks[at] = ask
    this.#sources[at] = numbers[trade.source] ?? 0
    this.length = at + 1
  }

  /** Replaces each instrument number collected so far by the instrument's id, `ids[number]`. */
  own(ids: readonly number[]): void {
    for (let at = 0; at < this.length; at += 1) this.#instruments[at] = ids[this.#instruments[at] ?? 0] ?? 0
  }

  /**
   * The ticks from `start` up to, but not including, `end` as a block for the table `ticks`, with the write time `now`.
   */
  block(start: number, end: number, now: number): Buffer {
    const ofSource = wholeNumbers(Float64Array.from(dataSources, (source) => Number(versionOf(source, now))))
    const sources = this.#sources.subarray(start, end)
    const versions = new Int32Array(2 * sources.length)
    for (let at = 0; at < sources.length; at += 1) {
      const source = sources[at] ?? 0
      versions[2 * at] = ofSource[2 * source] ?? 0
      versions[2 * at + 1] = ofSource[2 * source + 1] ?? 0
    }
    return nativeBlock(end - start, [
      ['instrument', 'UInt32', this.#instruments.subarray(start, end)],
      ['time', 'Int64', wholeNumbers(this.#times.subarray(start, end))],
      ['seq', 'UInt32', this.#seqs.subarray(start, end)],
      ['price', 'Float64', this.#prices.subarray(start, end)],
      ['volume', 'Float64', this.#volumes.subarray(start, end)],
      ['side', 'UInt8', this.#sides.subarray(start, end)],
      ['bid', 'Float64', this.#bids.subarray(start, end)],
      ['ask', 'Float64', this.#asks.subarray(start, end)],
      ['source', 'UInt8', sources],
      ['version', 'UInt64', versions],
    ])
  }

  #grow(): void {
    this.#size *= 2
    const size = this.#size
    this.#instruments = grown(this.#instruments, new Uint32Array(size))
    this.#times = grown(this.#times, new Float64Array(size))
    this.#seqs = grown(this.#seqs, new Uint32Array(size))
    this.#prices = grown(this.#prices, new Float64Array(size))
    this.#volumes = grown(this.#volumes, new Float64Array(size))
    this.#sides = grown(this.#sides, new Uint8Array(size))
    this.#bids = grown(this.#bids, new Float64Array(size))
    this.#asks = grown(this.#asks, new Float64Array(size))
    this.#sources = grown(this.#sources, new Uint8Array(size))
  }
}

function grown<A extends Uint8Array | Uint32Array | Float64Array>(column: A, larger: A): A {
  larger.set(column)
  return larger
}
