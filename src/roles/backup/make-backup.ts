import { untilRecorded } from '#src/feed/recorded.ts'
import { createBackup, type MadeBackup } from '#src/platform/backup/create.ts'
import type { BackupPlace } from '#src/platform/backup/places/place.ts'
import type { KeepRule } from '#src/platform/backup/retention.ts'
import type { Platform } from '#src/platform/platform.ts'
import { clickhouseRecords, postgresRecords } from '#src/privacy/records.ts'
import packageJson from '../../../package.json' with { type: 'json' }

/** The longest wait for the recorder, ms. It writes once a second, so this is long enough. */
const recorderMs = 30_000

export type Stores = { postgres: boolean; clickhouse: boolean }

export type MakeOptions = {
  place: BackupPlace
  /** The backups that the retention keeps; default: all. */
  keep?: KeepRule | null
  stores?: Stores
  /** Public keys of the program `age`. The files are encrypted for them; without keys they are not encrypted. */
  recipients?: readonly string[]
  signal: AbortSignal
  progress: (line: string) => void
}

export function makeBackup(
  ctx: Platform,
  { place, keep = null, stores, recipients = [], signal, progress }: MakeOptions,
): Promise<MadeBackup> {
  const tablesOf = (records: readonly { table: string }[]) => records.map(({ table }) => table)
  return createBackup(ctx, {
    place,
    keep,
    version: packageJson.version,
    tables: {
      postgres: stores?.postgres === false ? null : tablesOf(postgresRecords),
      // The tables of a cluster are spread over many servers, so they need ClickHouse's own BACKUP.
      clickhouse:
        stores?.clickhouse === false || ctx.settings.clickhouseCluster !== null ? null : tablesOf(clickhouseRecords),
    },
    recipients,
    recorded: () => untilRecorded(ctx, recorderMs, signal),
    signal,
    progress,
  })
}
