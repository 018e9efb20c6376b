import { createHash } from 'node:crypto'
import { minuteMs } from '#src/contract/time.ts'
import { whileNoBackup } from '#src/platform/backup/deletions.ts'
import type { Platform } from '#src/platform/platform.ts'
import { SettingsError } from '#src/platform/settings.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { instrumentsById } from '../instruments/instruments.ts'
import { archiveSettings } from '../settings.ts'
import * as days from './day-store.ts'
import { type ArchivedFile, beginFile, finishFile, forgetFile, unfinishedFiles, verifyFile } from './file-store.ts'
import { archiveFiles, noSharedArchive } from './files/open-files.ts'
import { oldestImport, whileStill, withArchiveLock } from './lock-store.ts'
import { inspect } from './parquet-file.ts'
import { type Cell, endOfOldDays, type FileScope, type Kind, kinds, scopesOf } from './scope.ts'

/**
 * The time in ms after which a row is certainly in the store, because a statement that writes ticks takes less time.
 */
const settledMs = 10 * minuteMs
const idsAtOnce = 1_000

export type Moved = { files: number; rows: number; bytes: number }
type Running = { signal: AbortSignal; progress?: (line: string) => void; rowsMax?: number }

/**
 * Moves the ticks of old days into Parquet files. At every moment each tick can be read exactly once:
 *
 *   writing → the file is written → read back, and its counts match →
 *   verified: readers use it, too → rows deleted → moved
 *
 * After a crash, a file in `writing` is removed and its rows are moved again; for a `verified` file the rows are
 * deleted again. Readers read the store first, then the archive. If both have a tick, it counts once. Null: another
 * process is moving ticks. Throws if the processes may share no archive.
 */
export async function moveOldTicks(ctx: Platform, running: Running): Promise<Moved | null> {
  const refusal = noSharedArchive(ctx)
  if (refusal !== null) throw new SettingsError(refusal)
  return withArchiveLock(ctx, async () => {
    await whileStill(ctx, () => finishBegun(ctx))
    const { days: tickDays } = ctx.settings.of(archiveSettings)
    const moved: Moved = { files: 0, rows: 0, bytes: 0 }
    const end = endOfOldDays(ctx.clock.now(), tickDays)
    for (const kind of kinds) await moveKind(ctx, kind, end, moved, running)
    return moved
  })
}

/** The ticks that `moveOldTicks` would move now, by kind and day (ms). */
export async function oldTicks(ctx: Platform): Promise<{ kind: Kind; day: number; rows: number }[]> {
  const end = endOfOldDays(ctx.clock.now(), ctx.settings.of(archiveSettings).days)
  const before = await writtenUntil(ctx)
  const found: { kind: Kind; day: number; rows: number }[] = []
  for (const kind of kinds)
    for (const day of await days.oldDays(ctx, kind, end, before)) {
      const cells = await days.cellsOf(ctx, kind, day, before)
      found.push({ kind, day, rows: cells.reduce((sum, { rows }) => sum + rows, 0) })
    }
  return found
}

/**
 * Rows with an older version than this time are all in the store, because no running statement or import writes such
 * rows.
 */
async function writtenUntil(ctx: Platform): Promise<number> {
  const now = ctx.clock.now()
  return Math.min(now - settledMs, (await oldestImport(ctx.postgres.db, now)) ?? now)
}

async function moveKind(ctx: Platform, kind: Kind, end: number, moved: Moved, running: Running): Promise<void> {
  const before = await writtenUntil(ctx)
  const months = new Set<string>()
  for (const day of await days.oldDays(ctx, kind, end, before)) {
    const { byMarket, instruments } = await cellsByMarket(ctx, await days.cellsOf(ctx, kind, day, before))
    for (const cells of byMarket) {
      const { class: name, region } = instruments.get(cells[0]?.instrument ?? 0) ?? { class: '', region: '' }
      for (const scope of scopesOf({ kind, day, before, class: name, region }, cells, running.rowsMax)) {
        if (running.signal.aborted) return
        const { rows, bytes } = await whileStill(ctx, () => moveFile(ctx, scope, instruments))
        if (rows === 0) continue
        Object.assign(moved, { files: moved.files + 1, rows: moved.rows + rows, bytes: moved.bytes + bytes })
        running.progress?.(`${kind} of ${name} ${region}, ${new Date(day).toISOString().slice(0, 10)}: ${rows} rows`)
      }
    }
    months.add(new Date(day).toISOString().slice(0, 7).replace('-', ''))
  }
  const current = new Date(end).toISOString().slice(0, 7).replace('-', '')
  for (const month of months) if (month < current) await days.packMonth(ctx, kind, month)
}

/** The cells, grouped by class and region. Ticks of instruments that no longer exist stay in the store. */
async function cellsByMarket(ctx: Platform, cells: readonly Cell[]) {
  const ids = [...new Set(cells.map(({ instrument }) => instrument))]
  const instruments = new Map<number, Instrument>()
  for (let at = 0; at < ids.length; at += idsAtOnce)
    for (const one of await instrumentsById(ctx, ids.slice(at, at + idsAtOnce))) instruments.set(one.id, one)
  const byMarket = new Map<string, Cell[]>()
  for (const cell of cells) {
    const instrument = instruments.get(cell.instrument)
    if (!instrument) continue
    const market = `${instrument.class} ${instrument.region}`
    const known = byMarket.get(market)
    if (known) known.push(cell)
    else byMarket.set(market, [cell])
  }
  return { byMarket: [...byMarket.values()], instruments }
}

async function moveFile(
  ctx: Platform,
  scope: FileScope,
  instruments: ReadonlyMap<number, Instrument>,
): Promise<{ rows: number; bytes: number }> {
  const file = await ctx.postgres.transaction((tx) => beginFile(tx, scope, ctx.clock.now()))
  const codes = new Map(scope.instruments.map((id) => [id, instruments.get(id)?.code ?? '']))
  const bytes = await days.parquetOf(ctx, scope, codes)
  const parts = await days.countParts(ctx, scope)
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  if (rows === 0) {
    // Newer versions have replaced all rows of the file meanwhile. A later run moves the newer rows.
    await forgetFile(ctx.postgres.db, file.id)
    return { rows: 0, bytes: 0 }
  }
  await archiveFiles(ctx).write(file.name, bytes)
  const found = await inspect(ctx, file.name)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const isWhole =
    found.sha256 === sha256 &&
    found.parts.length === parts.length &&
    parts.every((part, at) => {
      const there = found.parts[at]
      return (
        there?.instrument === part.instrument &&
        there.rows === part.rows &&
        there.first === part.first &&
        there.last === part.last
      )
    })
  if (!isWhole) {
    await dropUnread(ctx, file)
    throw new Error(`${file.name} was read back with other rows than the store has; it was removed`)
  }
  const now = ctx.clock.now()
  await ctx.postgres.transaction((tx) => verifyFile(tx, file.id, { bytes: bytes.length, sha256, parts, now }))
  await dropVerified(ctx, file)
  return { rows, bytes: bytes.length }
}

/**
 * A backup dumps PostgreSQL before ClickHouse. Rows whose file is not in the dump of PostgreSQL must stay until
 * ClickHouse is dumped.
 */
async function dropVerified(ctx: Platform, { id, scope }: ArchivedFile): Promise<void> {
  await whileNoBackup(ctx, async () => {
    await days.dropRows(ctx, scope)
    await finishFile(ctx.postgres.db, id, ctx.clock.now())
  })
}

async function dropUnread(ctx: Platform, { id, name }: ArchivedFile): Promise<void> {
  await archiveFiles(ctx).remove(name)
  await forgetFile(ctx.postgres.db, id)
}

async function finishBegun(ctx: Platform): Promise<void> {
  for (const file of await unfinishedFiles(ctx.postgres.db)) {
    if (file.state === 'writing') await dropUnread(ctx, file)
    else await dropVerified(ctx, file)
  }
}

/**
 * Runs `work`, which rewrites ticks under their old versions, while no archive file is being made. A pending deletion
 * would delete these rows as well, so it is completed first.
 */
export async function withTicksStill<T>(ctx: Platform, work: () => Promise<T>): Promise<T> {
  return whileStill(ctx, async () => {
    for (const file of await unfinishedFiles(ctx.postgres.db))
      if (file.state === 'verified') await dropVerified(ctx, file)
    return work()
  })
}
