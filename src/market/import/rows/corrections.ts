import type { Interval } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type BarBatch, barsAt } from '../../bars/bar-columns.ts'
import { stored } from '../../bars/bar-store.ts'
import { type BarCorrection, insertCorrections } from '../../bars/write-store.ts'

const rowsAtOnce = 100_000

/** Skips rows that equal the rows of an earlier import, and records both values of rows that differ. */
export class Corrections {
  readonly #ctx: Platform
  readonly #instrument: number
  readonly #interval: Interval
  #changes: BarCorrection[] = []
  count = 0

  constructor(ctx: Platform, instrument: number, interval: Interval) {
    this.#ctx = ctx
    this.#instrument = instrument
    this.#interval = interval
  }

  /** The bars of a batch that no earlier import has stored with the same values. */
  async changed(batch: BarBatch): Promise<BarBatch> {
    const { times, figures } = batch
    const from = times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
    const to = times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
    const known = new Map<number, number[]>()
    for (let next = from; next <= to; ) {
      const range = { from: next, to, limit: rowsAtOnce, order: 'oldest' as const }
      const bars = await stored(this.#ctx, this.#instrument, this.#interval, range)
      for (const { time, source, open, high, low, close, volume, turnover } of bars)
        if (source === 'import') known.set(time, [open, high, low, close, volume, turnover])
      const last = bars.at(-1)
      if (!last || bars.length < rowsAtOnce) break
      next = last.time + 1
    }
    const kept: number[] = []
    for (const [at, time] of times.entries()) {
      const before = known.get(time)
      if (before?.every((value, column) => value === figures[column]?.[at])) continue
      kept.push(at)
      if (!before) continue
      this.#changes.push({ time, before, after: figures.map((column) => column[at] ?? Number.NaN) })
      this.count += 1
    }
    if (this.#changes.length > rowsAtOnce) await this.record()
    return barsAt(batch, kept)
  }

  async record(): Promise<void> {
    const changes = this.#changes
    this.#changes = []
    await insertCorrections(this.#ctx, this.#instrument, this.#interval, changes)
  }
}
