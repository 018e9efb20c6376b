import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RowReason } from '#src/contract/values/import-kind.ts'

const rowTextMax = 500
const pendingMax = 5_000
/** No rows are added to a quarantine file of at least this size, in characters. */
const fileTextMax = 32_000_000

/** Reasons that depend on earlier rows. A file whose parts overlap has many rows that are refused for these reasons. */
const ofPosition: ReadonlySet<RowReason> = new Set(['duplicate', 'out_of_order', 'outlier'])

export type RefusedLine = { line: number; reason: RowReason; row: string }

/**
 * Collects refused rows with line and reason: writes them to a quarantine file, passes them to `keep` in batches, and
 * counts them by reason.
 */
export class Quarantine {
  readonly reasons = new Map<RowReason, number>()
  /** The number of the last refused line, and the number of rows that were refused for their content. */
  lastLine = 0
  misfits = 0
  first: RefusedLine | null = null
  readonly file: string
  readonly #folder: string
  readonly #keep: (rows: readonly RefusedLine[]) => Promise<void>
  #pending: RefusedLine[] = []
  #written = 0

  constructor(dataDir: string, name: string, keep: (rows: readonly RefusedLine[]) => Promise<void>) {
    this.#folder = join(dataDir, 'quarantine')
    this.file = join(this.#folder, `${name}.csv`)
    this.#keep = keep
  }

  get count(): number {
    let total = 0
    for (const count of this.reasons.values()) total += count
    return total
  }

  add(line: number, reason: RowReason, row: string): void {
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1)
    this.lastLine = line
    this.first ??= { line, reason, row }
    if (!ofPosition.has(reason)) this.misfits += 1
    this.#pending.push({ line, reason, row })
  }

  get isFull(): boolean {
    return this.#pending.length >= pendingMax
  }

  async flush(): Promise<void> {
    if (this.#pending.length === 0) return
    const rows = this.#pending
    this.#pending = []
    if (this.#written < fileTextMax) {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const text = `${this.#written === 0 ? 'line,reason,row\n' : ''}${rows.map(lineOf).join('')}`
      // Each attempt overwrites the file.
      await writeFile(this.file, text, { mode: 0o600, flag: this.#written === 0 ? 'w' : 'a' })
      this.#written += text.length
    }
    await this.#keep(rows)
  }
}

function lineOf({ line, reason, row }: RefusedLine): string {
  return `${line},${reason},"${row.slice(0, rowTextMax).replaceAll('"', '""')}"\n`
}
