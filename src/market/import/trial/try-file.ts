import { basename } from 'node:path'
import type { ImportKind, RowReason } from '#src/contract/values/import-kind.ts'
import type { Platform } from '#src/platform/platform.ts'
import { FileRefused } from '../file/file-refused.ts'
import { type ManyTarget, readManyTarget } from '../file/many-target.ts'
import type { RefusedLine } from '../file/quarantine.ts'
import { originOf } from '../file/released.ts'
import { readTarget, type TargetFlags } from '../file/source-file.ts'
import type { ImportIo, ImportReport } from '../import-run.ts'
import { BarRows } from '../rows/bar-rows.ts'
import { ImportedInstrument } from '../rows/imported-instrument.ts'
import { ManyRows } from '../rows/many-rows.ts'
import { TickRows } from '../rows/tick-rows.ts'
import { intervalOfDbn } from '../tables/dbn-lines.ts'
import { openManyTable, openTable, type Table } from '../tables/table-of.ts'

/** Reads a file as an import does, but stores nothing. `accepted`: the number of rows that an import would store. */
export async function tryFile(
  ctx: Platform,
  kind: ImportKind,
  file: string,
  flags: TargetFlags,
  io: ImportIo,
): Promise<ImportReport> {
  if (kind !== 'bars' && kind !== 'ticks') throw new FileRefused(file, 'file_name')
  const startedAt = performance.now()
  const { again } = io
  const refused = new Refused((row) => again?.refused([{ ...row, line: originOf(again, row.line) }]))
  const trial = await openTrial(ctx, { kind, file, flags, refused }, io)
  io.recognised?.(trial.table.dialect)
  for await (const { text } of trial.table.chunks) await trial.read(text)
  const { rows, accepted } = trial.end()
  const { first } = refused
  if (accepted === 0 && !again)
    throw new FileRefused(file, 'file_nothing_taken', { rows, line: first?.line ?? 0, reason: first?.reason ?? '' })
  return {
    ...{ file: basename(file), target: trial.target, rows, accepted, corrected: 0, firstRefused: first, ended: [] },
    ...{ quarantined: refused.count, reasons: Object.fromEntries(refused.reasons), quarantineFile: null },
    seconds: (performance.now() - startedAt) / 1000,
  }
}

class Refused {
  readonly reasons = new Map<RowReason, number>()
  first: RefusedLine | null = null
  count = 0
  readonly #keep: (row: RefusedLine) => void

  constructor(keep: (row: RefusedLine) => void) {
    this.#keep = keep
  }

  add(line: number, reason: RowReason, row: string): void {
    this.first ??= { line, reason, row }
    this.#keep({ line, reason, row })
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1)
    this.count += 1
  }
}

type Tried = { kind: 'bars' | 'ticks'; file: string; flags: TargetFlags; refused: Refused }
type Trial = Counted & { table: Table; target: string; read(text: string): Promise<void> }
/** The rows of one instrument, which are checked and then dropped. */
type Counted = { end(): { rows: number; accepted: number } }
type Checked = Counted & {
  read(text: string): void
  readCells(line: number, cells: readonly string[], row: string): void
}

async function openTrial(ctx: Platform, tried: Tried, { signal, again }: ImportIo): Promise<Trial> {
  const { kind, file, flags } = tried
  const request = { kind, flags, released: again?.head }
  const many = readManyTarget(file, flags)
  const target = await withInterval(tried, many ?? readTarget(file, flags), signal)
  if (many) {
    const table = await openManyTable(ctx, file, { ...request, target }, signal)
    return manyTrial(ctx, tried, { target, table })
  }
  const one = { ...readTarget(file, flags), interval: target.interval }
  const { label, exchange } = await ImportedInstrument.find(ctx, one)
  const table = await openTable(file, { ...request, target: one, exchange }, signal)
  const rows = checkedRows(ctx, tried, { target, table })
  return {
    table,
    target: `${label} ${target.interval ?? 'ticks'}`,
    read: async (text) => rows.read(text),
    end: rows.end,
  }
}

type Found = { target: ManyTarget; table: Table }

function manyTrial(ctx: Platform, tried: Tried, { target, table }: Found): Trial {
  const { class: name, region, interval } = target
  const many = new ManyRows(ctx, target, table.dialect, tried.refused)
  const byCode = new Map<string, Checked>()
  return {
    ...{ table, target: `${name} ${region} * ${interval ?? 'ticks'}` },
    async read(text) {
      for (const { line, code, cells, text: row } of await many.read(text)) {
        const rows = byCode.get(code) ?? checkedRows(ctx, tried, { target, table })
        byCode.set(code, rows)
        rows.readCells(line, cells, row)
      }
    },
    end() {
      let accepted = 0
      for (const rows of byCode.values()) accepted += rows.end().accepted
      return { rows: many.rows, accepted }
    },
  }
}

function checkedRows(ctx: Platform, { flags, refused: quarantine }: Tried, { target, table }: Found): Checked {
  const acceptOutliers = flags.acceptOutliers ?? false
  const same = { now: ctx.clock.now(), acceptOutliers, dialect: table.dialect }
  if (target.interval === null) {
    const rows = new TickRows(null, { ...same, quarantine, again: undefined })
    return {
      read: (text) => void rows.read(text),
      readCells: (...row) => void rows.readCells(...row),
      end: () => ended(rows),
    }
  }
  const negativePrices = target.class === 'future'
  const rows = new BarRows({ ...same, interval: target.interval, negativePrices }, quarantine)
  return {
    read(text) {
      rows.read(text)
      rows.out.drain()
    },
    readCells: (...row) => rows.readCells(...row),
    end: () => ended(rows),
  }
}

function ended(rows: BarRows | TickRows): { rows: number; accepted: number } {
  rows.finish()
  return { rows: rows.rows, accepted: rows.accepted }
}

async function withInterval({ kind, file }: Tried, target: ManyTarget, signal: AbortSignal): Promise<ManyTarget> {
  if (kind === 'ticks') return { ...target, interval: null }
  const interval = target.interval ?? (await intervalOfDbn(file, signal))
  if (interval === null) throw new FileRefused(file, 'file_no_interval')
  return { ...target, interval }
}
