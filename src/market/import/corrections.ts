import type { Interval } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { stored } from '../bars/bar-store.ts'
import { type BarCorrection, insertCorrections } from '../bars/write-store.ts'

const rowsAtOnce = 100_000

/** Rows equal to those of an earlier import are not written again; different ones are recorded with both values. */
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

  async changed(text: string): Promise<string> {
    const lines = text.trimEnd().split('\n')
    const rows = lines.map((line) => line.split(',').map(Number))
    const times = rows.map((row) => row[2] ?? 0)
    const from = times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
    const to = times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
    const known = new Map<number, number[]>()
    const range = { from, to, limit: rowsAtOnce * 2, order: 'oldest' as const }
    for (const bar of await stored(this.#ctx, this.#instrument, this.#interval, range)) {
      if (bar.source === 'import')
        known.set(bar.time, [bar.open, bar.high, bar.low, bar.close, bar.volume, bar.turnover])
    }
    const kept = lines.filter((_, at) => {
      const row = rows[at] ?? []
      const after = row.slice(3, 9)
      const before = known.get(row[2] ?? 0)
      if (!before) return true
      if (before.every((value, index) => value === after[index])) return false
      this.#changes.push({ time: row[2] ?? 0, before, after })
      this.count += 1
      return true
    })
    if (this.#changes.length > rowsAtOnce) await this.record()
    return kept.length === 0 ? '' : `${kept.join('\n')}\n`
  }

  async record(): Promise<void> {
    const changes = this.#changes
    this.#changes = []
    await insertCorrections(this.#ctx, this.#instrument, this.#interval, changes)
  }
}
