import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { ClientBase } from 'pg'
import { createKeyring, joinRings } from '../data-dir/keyring.ts'
import { Measuring } from '../packed/measuring.ts'
import { type FileForm, type StoredFile, settle } from '../packed/packed-file.ts'
import type { Platform } from '../platform.ts'
import { SettingsError } from '../settings.ts'
import { copyFiles, dataFiles } from './data-files.ts'
import { type Backup, begin, clearUnfinished, finish, newestIn } from './folder.ts'
import { bytesOf, filesOf, type Manifest, writeManifest } from './manifest.ts'
import { holdDeletions } from './stores/deletions-store.ts'
import { dumpHistory, type Earlier, type EarlierPart, type HistoryDump } from './stores/history-dump-store.ts'
import {
  dumpTables,
  installationId,
  lockBackups,
  type Sequence,
  sequencesOf,
  type TablesDump,
} from './stores/tables-dump-store.ts'

export type BackupOrder = {
  folder: string
  version: string
  /** The tables of the product; a database may have others. Null: the store is not backed up. */
  tables: { postgres: readonly string[] | null; clickhouse: readonly string[] | null }
  /** Waits until the recorder has written everything that is on the tape at the call; false when it did not. */
  recorded: () => Promise<boolean>
  signal: AbortSignal
  progress: (line: string) => void
}

export type MadeBackup = Backup & { bytes: number; reused: number }

/**
 * Writes the whole installation into a new folder below `folder`, while it is running. PostgreSQL comes first, as of
 * one moment. ClickHouse and the files follow, with everything that PostgreSQL refers to and possibly more. The
 * counters are last, so they are above all numbers in either store. See docs/decisions/015-a-backup-under-traffic.md.
 */
export async function createBackup(ctx: Platform, order: BackupOrder): Promise<MadeBackup> {
  const folder = resolve(order.folder)
  const { dataDir } = ctx.settings
  if (`${folder}${sep}`.startsWith(`${resolve(dataDir)}${sep}`))
    throw new SettingsError(
      'A backup inside DATA_DIR would be lost with it. Name a folder elsewhere, best on another disk.',
    )
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return ctx.postgres.session(async (client) => {
    if (!(await lockBackups(client))) throw new SettingsError('A backup of this installation is being made already.')
    await holdDeletions(client)
    const installation = await installationId(client)
    const earlier = await earlierOf(folder, installation)
    await clearUnfinished(folder)
    const { id, path } = await begin(folder, ctx.clock.now())
    try {
      const manifest = await fill(ctx, client, order, { id, path, installation, earlier })
      await writeManifest(path, manifest)
      const whole = await finish(path, id)
      return { path: whole, manifest, ...weigh(manifest, earlier) }
    } catch (error) {
      await rm(path, { recursive: true, force: true }).catch(() => {})
      throw error
    }
  })
}

async function earlierOf(folder: string, installation: string): Promise<Backup | null> {
  const earlier = await newestIn(folder)
  if (earlier && earlier.manifest.installation !== installation)
    throw new SettingsError(`${folder} holds backups of another installation. Give each its own folder.`)
  return earlier
}

type Begun = { id: string; path: string; installation: string; earlier: Backup | null }

async function fill(ctx: Platform, client: ClientBase, order: BackupOrder, begun: Begun): Promise<Manifest> {
  const { path, id, installation, earlier } = begun
  const { tables, signal, progress } = order
  const isRecorded = await order.recorded()
  for (const name of ['postgres', 'clickhouse', 'data']) await mkdir(join(path, name), { mode: 0o700 })
  const madeAt = ctx.clock.now()
  const ringBefore = ctx.keyring.ring()
  const dump =
    tables.postgres && (await dumpTables(client, tables.postgres, path, (table) => progress(`PostgreSQL: ${table}`)))
  signal.throwIfAborted()
  const history =
    tables.clickhouse &&
    (await dumpHistory(ctx.clickhouse, {
      folder: path,
      tables: tables.clickhouse,
      earlier: partsOf(earlier),
      signal,
      said: (done, of) => progress(`ClickHouse: part ${done} of ${of}`),
    }))
  const ring = joinRings(ringBefore, ctx.keyring.ring())
  await writeFile(join(path, 'keyring'), `${ring}\n`, { mode: 0o600 })
  const files = await copyFiles(ctx.settings.dataDir, join(path, 'data'), await dataFiles(ctx.settings.dataDir))
  const sequences = tables.postgres ? await sequencesOf(client, tables.postgres) : []
  await using measuring = new Measuring()
  const stored = (file: string, form: FileForm) => storedFile(measuring, path, file, form, signal)
  progress('Computing sums')
  return {
    ...{ format: 1, id, installation, product: order.version, madeAt, isRecorded },
    ringMark: ringMark(createKeyring(ring)),
    engines: { postgres: dump?.engine ?? '', clickhouse: history?.engine ?? '' },
    postgres: dump && (await tablesPart(dump, sequences, stored)),
    clickhouse: history && (await historyPart(history, stored)),
    files: await inTurn(['keyring', ...files.map((file) => join('data', file))], (file) => stored(file, 'plain')),
  }
}

type Store = (file: string, form: FileForm) => Promise<StoredFile>

async function tablesPart(dump: TablesDump, sequences: Sequence[], stored: Store): Promise<Manifest['postgres']> {
  const tables = await inTurn(dump.tables, async ({ path, ...table }) => ({
    ...table,
    file: await stored(path, 'copy'),
  }))
  return { migrations: dump.migrations, tables, sequences }
}

async function historyPart({ migrations, tables }: HistoryDump, stored: Store): Promise<Manifest['clickhouse']> {
  return {
    migrations,
    tables: await inTurn(tables, async ({ parts, ...table }) => ({
      ...table,
      parts: await inTurn(parts, async ({ name, mark, paths, measured }) => ({
        ...{ name, mark },
        files: measured ?? (await inTurn(paths, (path) => stored(path, 'native'))),
      })),
    })),
  }
}

async function storedFile(
  measuring: Measuring,
  folder: string,
  file: string,
  form: FileForm,
  signal: AbortSignal,
): Promise<StoredFile> {
  signal.throwIfAborted()
  const path = join(folder, file)
  await settle(path)
  return { path: file, ...(await measuring.measure(path, form)) }
}

function partsOf(earlier: Backup | null): Earlier {
  const known = new Map<string, EarlierPart>()
  for (const { table, columns, parts } of earlier?.manifest.clickhouse?.tables ?? [])
    for (const { name, mark, files } of parts)
      known.set([table, ...columns, name, mark].join(' '), { path: earlier?.path ?? '', files })
  return ({ table, name, mark }, columns) => known.get([table, ...columns, name, mark].join(' ')) ?? null
}

/** The bytes of a backup's files. `reused`: bytes of those that the earlier backup also has. */
function weigh(manifest: Manifest, earlier: Backup | null): { bytes: number; reused: number } {
  const files = Object.values(filesOf(manifest)).flat()
  const before = new Set(
    earlier ? filesOf(earlier.manifest).clickhouse.map(({ path, sha256 }) => `${path} ${sha256}`) : [],
  )
  const shared = filesOf(manifest).clickhouse.filter(({ path, sha256 }) => before.has(`${path} ${sha256}`))
  return { bytes: bytesOf(files), reused: bytesOf(shared) }
}

/** A fingerprint of the key ring, which reveals no key. */
export function ringMark(keyring: Platform['keyring']): string {
  return keyring.mark()
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const item of items) done.push(await work(item))
  return done
}
