import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { createKeyring, joinRings } from '../data-dir/keyring.ts'
import type { StoredFile } from '../packed/packed-file.ts'
import type { Platform } from '../platform.ts'
import { SettingsError } from '../settings.ts'
import { progressBar } from '../text/progress-bar.ts'
import { withoutDeletions } from './deletions.ts'
import { BackupFiles } from './files/backup-files.ts'
import { copyIfThere, dataFiles } from './files/data-files.ts'
import { bytesOf, filesOf, type Manifest } from './places/manifest.ts'
import { isInDataDir } from './places/outside.ts'
import { type Backup, type BackupPlace, type BegunBackup, newestIn } from './places/place.ts'
import { expiredOf, type KeepRule } from './retention.ts'
import { dumpHistory, type Earlier, type HistoryDump } from './stores/history-dump-store.ts'
import { dumpTables, installationId, type Sequence, sequencesOf, type TablesDump } from './stores/tables-dump-store.ts'

export type BackupOrder = {
  place: BackupPlace
  /** The rule for the backups to keep; null: all are kept. */
  keep: KeepRule | null
  version: string
  /** The tables of the product; a database may have others. Null: the store is not backed up. */
  tables: { postgres: readonly string[] | null; clickhouse: readonly string[] | null }
  /** Public keys of the program `age`. The files are encrypted for them; without keys they are not encrypted. */
  recipients: readonly string[]
  /** Waits until the recorder has written all events that are on the tape at the call. Returns false on a timeout. */
  recorded: () => Promise<boolean>
  signal: AbortSignal
  progress: (line: string) => void
}

/**
 * `removed`: the names of the old backups that were removed after this backup. `notRemoved`: the reason why old backups
 * could not be removed, or null.
 */
export type MadeBackup = Backup & { bytes: number; reused: number; removed: string[]; notRemoved: string | null }

/** Another backup of this installation is being made. */
export class BackupUnderWay extends SettingsError {}

/**
 * Writes a new backup of the whole installation to `place`, while the installation is running. PostgreSQL comes first,
 * as of one moment. ClickHouse and the files follow, with everything that PostgreSQL refers to and possibly more. The
 * counters come last, so no number in either store is above them. See docs/decisions/015-a-backup-under-traffic.md.
 */
export async function createBackup(ctx: Platform, order: BackupOrder): Promise<MadeBackup> {
  assertOutside(order.place, ctx.settings.dataDir)
  const backup = await ctx.postgres.ifUnlocked('backup', () => withoutDeletions(ctx, () => createLocked(ctx, order)))
  if (!backup) throw new BackupUnderWay('A backup of this installation is being made already.')
  return backup
}

function createLocked(ctx: Platform, order: BackupOrder): Promise<MadeBackup> {
  const { place, keep } = order
  return ctx.postgres.session(async (client) => {
    const installation = await installationId(client)
    const earlier = await earlierOf(place, installation)
    const begun = await place.begin(ctx.clock.now())
    const made = await fill(ctx, client, order, { begun, installation, earlier })
      .then((manifest) => begun.finish(manifest))
      .catch(async (error: unknown) => {
        await begun.abandon()
        throw error
      })
    const cleared = await clear(place, keep, made.manifest.id, ctx.clock.now())
    return { ...made, ...weigh(made.manifest, earlier), ...cleared }
  })
}

/** Removes old backups, never the new one, which has the earliest name if the clock was ahead before. */
async function clear(
  place: BackupPlace,
  keep: KeepRule | null,
  newId: string,
  now: number,
): Promise<Pick<MadeBackup, 'removed' | 'notRemoved'>> {
  if (keep === null) return { removed: [], notRemoved: null }
  try {
    const removed = expiredOf(await place.names(), keep, now).filter((name) => name !== newId)
    await place.remove(removed)
    return { removed, notRemoved: null }
  } catch (cause) {
    return { removed: [], notRemoved: cause instanceof Error ? cause.message : String(cause) }
  }
}

function assertOutside({ location }: BackupPlace, dataDir: string): void {
  if (isInDataDir(location, dataDir))
    throw new SettingsError(
      'A backup inside DATA_DIR would be lost with it. Name a folder elsewhere, best on another disk.',
    )
}

async function earlierOf(place: BackupPlace, installation: string): Promise<Backup | null> {
  const earlier = await newestIn(place)
  if (earlier && earlier.manifest.installation !== installation)
    throw new SettingsError(`${place.location} holds backups of another installation. Give each its own folder.`)
  return earlier
}

type Begun = { begun: BegunBackup; installation: string; earlier: Backup | null }

async function fill(
  ctx: Platform,
  client: ClientBase,
  order: BackupOrder,
  { begun, installation, earlier }: Begun,
): Promise<Manifest> {
  const { id } = begun
  const { tables, signal, progress, recipients } = order
  const { dataDir, hasKeyring } = ctx.settings
  const isRecorded = await order.recorded()
  await using files = await BackupFiles.open({ begun, earlier, dataDir, recipients, signal })
  const madeAt = ctx.clock.now()
  const ringBefore = ctx.keyring.ring()
  const dump =
    tables.postgres && (await dumpTables(client, tables.postgres, files, (table) => progress(`PostgreSQL: ${table}`)))
  signal.throwIfAborted()
  const history =
    tables.clickhouse &&
    (await dumpHistory(ctx.clickhouse, {
      ...{ files, signal },
      tables: tables.clickhouse,
      earlier: partsOf(earlier, recipients),
      said: (done, of) => progress(`ClickHouse: ${progressBar(done / of)}, part ${done} of ${of}`),
    }))
  const ring = joinRings(ringBefore, ctx.keyring.ring())
  // An operator who sets KEYRING keeps the key ring elsewhere.
  const others = [...(hasKeyring ? [] : [await addRing(files, ring)]), ...(await addDataFiles(files, dataDir))]
  const sequences = tables.postgres ? await sequencesOf(client, tables.postgres) : []
  progress('Computing sums')
  return {
    ...{ format: recipients.length > 0 ? 2 : 1, id, installation, product: order.version, madeAt, isRecorded },
    ...{ encryptedTo: [...recipients], ringMark: ringMark(createKeyring(ring)) },
    engines: { postgres: dump?.engine ?? '', clickhouse: history?.engine ?? '' },
    postgres: dump && (await tablesPart(dump, sequences, files)),
    clickhouse: history && (await historyPart(history, files)),
    files: await inTurn(others, (path) => files.stored(path)),
  }
}

async function addRing(files: BackupFiles, ring: string): Promise<string> {
  return (await files.add('keyring', 'plain', (path) => writeFile(path, `${ring}\n`, { mode: 0o600 }))) ?? ''
}

/** A listed file may be missing by now: an import removes its file at the end of the import. */
async function addDataFiles(files: BackupFiles, dataDir: string): Promise<string[]> {
  const added: string[] = []
  for (const path of await dataFiles(dataDir)) {
    const name = await files.add(join('data', path), 'plain', (to) => copyIfThere(join(dataDir, path), to))
    if (name !== null) added.push(name)
  }
  return added
}

async function tablesPart(dump: TablesDump, sequences: Sequence[], files: BackupFiles): Promise<Manifest['postgres']> {
  const tables = await inTurn(dump.tables, async ({ path, ...table }) => ({ ...table, file: await files.stored(path) }))
  return { migrations: dump.migrations, tables, sequences }
}

async function historyPart({ migrations, tables }: HistoryDump, files: BackupFiles): Promise<Manifest['clickhouse']> {
  return {
    migrations,
    tables: await inTurn(tables, async ({ parts, ...table }) => ({
      ...table,
      parts: await inTurn(parts, async ({ name, mark, paths, measured }) => ({
        ...{ name, mark },
        files: measured ?? (await inTurn(paths, (path) => files.stored(path))),
      })),
    })),
  }
}

/**
 * An encrypted backup reuses only files that are encrypted to the same keys, and other backups reuse only files that
 * are not encrypted.
 */
function partsOf(earlier: Backup | null, recipients: readonly string[]): Earlier {
  const known = new Map<string, StoredFile[]>()
  if (earlier?.manifest.encryptedTo.join() !== recipients.join()) return () => null
  for (const { table, columns, parts } of earlier?.manifest.clickhouse?.tables ?? [])
    for (const { name, mark, files } of parts) known.set([table, ...columns, name, mark].join(' '), files)
  return ({ table, name, mark }, columns) => known.get([table, ...columns, name, mark].join(' ')) ?? null
}

/** The bytes of a backup's files. `reused`: the bytes of ClickHouse files that the earlier backup has, too. */
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
