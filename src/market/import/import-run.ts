import { basename } from 'node:path'
import type { Platform } from '#src/platform/platform.ts'
import { Quarantine } from './file/quarantine.ts'
import { readFileChunks } from './file/source-file.ts'
import { closeRun, insertRun, type RunEnd } from './run-store.ts'

export type ImportIo = { signal: AbortSignal; progress(line: string): void }

export type ImportReport = {
  file: string
  target: string
  rows: number
  accepted: number
  quarantined: number
  /** Rows that replaced different values of an earlier import. */
  corrected: number
  reasons: Record<string, number>
  quarantineFile: string | null
  seconds: number
}

type Counts = { rows: number; accepted: number; corrected?: number }

/** One import: its row in `imports`, its quarantine, its progress line, its report. */
export class ImportRun {
  readonly quarantine: Quarantine
  readonly #ctx: Platform
  readonly #id: string
  readonly #path: string
  readonly #target: string
  readonly #kind: string
  readonly #io: ImportIo
  readonly #startedAt = performance.now()
  #saidAt = 0

  private constructor(ctx: Platform, id: string, kind: string, file: string, target: string, io: ImportIo) {
    this.#ctx = ctx
    this.#id = id
    this.#kind = kind
    this.#path = file
    this.#target = target
    this.#io = io
    this.quarantine = new Quarantine(ctx.settings.dataDir, `import-${id}`)
  }

  static async start(ctx: Platform, kind: string, file: string, target: string, io: ImportIo): Promise<ImportRun> {
    const startedAt = ctx.clock.now()
    const id = await insertRun(ctx.postgres.db, { kind, file: basename(file), target, startedAt })
    return new ImportRun(ctx, id, kind, file, target, io)
  }

  /** The lines of the file that are not empty, with their numbers from 1. `rows`: how many were counted so far. */
  async *lines(rows: () => number): AsyncGenerator<{ line: number; text: string }> {
    let line = 0
    for await (const { text, fraction } of readFileChunks(this.#path, 'utf8', this.#io.signal)) {
      for (const raw of text.slice(0, -1).split('\n')) {
        line += 1
        const bare = raw.replace(/\r$/, '')
        if (bare !== '') yield { line, text: bare }
      }
      this.progress(fraction, rows())
    }
  }

  /** At most five lines a second: `stock US AAPL 1m [#####·····] 52 % 1,234,567 rows 480,000/s`. */
  progress(fraction: number, rows: number): void {
    const now = performance.now()
    if (now - this.#saidAt < 200) return
    this.#saidAt = now
    const done = Math.min(1, Math.max(0, fraction))
    const bar = '#'.repeat(Math.round(done * 20)).padEnd(20, '·')
    const rate = Math.round(rows / Math.max(0.001, (now - this.#startedAt) / 1000))
    this.#io.progress(
      `${this.#target || basename(this.#path)}  [${bar}] ${Math.round(done * 100)} %  ${rows.toLocaleString('en-US')} rows  ${rate.toLocaleString('en-US')}/s`,
    )
  }

  async finish({ rows, accepted, corrected = 0 }: Counts): Promise<ImportReport> {
    await this.quarantine.flush()
    const reasons = Object.fromEntries(this.quarantine.reasons)
    await this.#close('done', { rows, accepted, corrected }, reasons)
    const { metrics } = this.#ctx
    metrics.count('ingest_rows_total', 'Rows read by imports.', { kind: this.#kind }, rows)
    metrics.count(
      'ingest_corrections_total',
      'Imported rows that changed an earlier value.',
      { kind: this.#kind },
      corrected,
    )
    for (const [reason, count] of Object.entries(reasons)) {
      metrics.count('ingest_quarantined_total', 'Rows that were not taken.', { kind: this.#kind, reason }, count)
    }
    return {
      file: basename(this.#path),
      target: this.#target,
      rows,
      accepted,
      corrected,
      quarantined: this.quarantine.count,
      reasons,
      quarantineFile: this.quarantine.count > 0 ? this.quarantine.file : null,
      seconds: (performance.now() - this.#startedAt) / 1000,
    }
  }

  async fail(counts: Counts): Promise<void> {
    await this.quarantine.flush()
    await this.#close('failed', counts, Object.fromEntries(this.quarantine.reasons))
  }

  async #close(state: RunEnd['state'], counts: Counts, reasons: Record<string, number>): Promise<void> {
    await closeRun(this.#ctx.postgres.db, this.#id, {
      state,
      rows: counts.rows,
      accepted: counts.accepted,
      corrected: counts.corrected ?? 0,
      quarantined: this.quarantine.count,
      reasons,
      finishedAt: this.#ctx.clock.now(),
    })
  }
}

export function reportLine(report: ImportReport): string {
  const number = (value: number) => value.toLocaleString('en-US')
  const reasons = Object.entries(report.reasons).map(([reason, count]) => `${reason} ${number(count)}`)
  const rate = Math.round(report.rows / Math.max(0.001, report.seconds))
  const parts = [
    `${report.target || report.file}: ${number(report.rows)} rows, ${number(report.accepted)} taken`,
    ...(report.corrected > 0 ? [`${number(report.corrected)} corrected`] : []),
    ...(report.quarantined > 0 ? [`${number(report.quarantined)} quarantined (${reasons.join(', ')})`] : []),
    `${report.seconds.toFixed(1)} s, ${number(rate)} rows/s`,
  ]
  return parts.join(', ') + (report.quarantineFile ? `\n  quarantined rows: ${report.quarantineFile}` : '')
}
