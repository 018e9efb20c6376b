import { type NativeColumn, nativeBlock, wholeNumbers } from '#src/platform/packed/native-block.ts'

/** The figures of bars are kept by column, because an object for each bar would burden the garbage collector. */
export const figureColumns = ['open', 'high', 'low', 'close', 'volume', 'turnover'] as const
const [open, high, low, close, volume, turnover] = [0, 1, 2, 3, 4, 5] as const

/** Bars of one instrument by column. `times` in ms; each of `figures` is as long as `times`. */
export type BarBatch = { times: Float64Array; figures: readonly Float64Array[] }

export class BarColumns {
  length = 0
  #size: number
  #times: Float64Array
  #figures: Float64Array[]

  constructor(rowsFirst: number = 1 << 12) {
    this.#size = rowsFirst
    this.#times = new Float64Array(rowsFirst)
    this.#figures = figureColumns.map(() => new Float64Array(rowsFirst))
  }

  push(time: number, o: number, h: number, l: number, c: number, v: number, tu: number): void {
    const at = this.length
    if (at === this.#size) this.#grow()
    const figures = this.#figures
    this.#times[at] = time
    ;(figures[open] as Float64Array)[at] = o
    ;(figures[high] as Float64Array)[at] = h
    ;(figures[low] as Float64Array)[at] = l
    ;(figures[close] as Float64Array)[at] = c
    ;(figures[volume] as Float64Array)[at] = v
    ;(figures[turnover] as Float64Array)[at] = tu
    this.length = at + 1
  }

  /** Returns the collected bars and clears the collection. */
  drain(): BarBatch {
    const { length } = this
    const batch = {
      times: this.#times.subarray(0, length),
      figures: this.#figures.map((column) => column.subarray(0, length)),
    }
    this.#times = new Float64Array(this.#size)
    this.#figures = figureColumns.map(() => new Float64Array(this.#size))
    this.length = 0
    return batch
  }

  #grow(): void {
    this.#size *= 2
    this.#times = grown(this.#times, this.#size)
    this.#figures = this.#figures.map((column) => grown(column, this.#size))
  }
}

function grown(column: Float64Array, size: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(size)
  larger.set(column)
  return larger
}

export function barsAt({ times, figures }: BarBatch, indexes: readonly number[]): BarBatch {
  const pick = (column: Float64Array) => Float64Array.from(indexes, (at) => column[at] ?? Number.NaN)
  return { times: pick(times), figures: figures.map(pick) }
}

type Same = { instrument: number; interval: number; source: number; version: string }

/** A batch as one native block of the table `bars`. */
export function barBlock({ times, figures }: BarBatch, { instrument, interval, source, version }: Same): Buffer {
  const rows = times.length
  return nativeBlock(rows, [
    ['instrument', 'UInt32', new Uint32Array(rows).fill(instrument)],
    ['interval', 'UInt8', new Uint8Array(rows).fill(interval)],
    ['time', 'Int64', wholeNumbers(times)],
    ...figureColumns.map((name, at): NativeColumn => [name, 'Float64', figures[at] ?? times]),
    ['source', 'UInt8', new Uint8Array(rows).fill(source)],
    ['version', 'UInt64', new BigUint64Array(rows).fill(BigInt(version))],
  ])
}
