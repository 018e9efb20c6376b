import { join } from 'node:path'
import { type DataDirLock, lockDataDir } from '#src/platform/data-dir/data-dir-lock.ts'
import { makeFolder } from '#src/platform/data-dir/make-folder.ts'
import { assertDiskSpace } from '#src/platform/data-dir/storage-guard.ts'
import type { Log } from '#src/platform/platform.ts'
import { type Secrets, type Settings, storeSettings } from '#src/platform/settings.ts'
import {
  type EmbeddedPostgres,
  endOrphanedPostgres,
  startEmbeddedPostgres,
} from '#src/platform/stores/postgres-embedded.ts'

type Starting = { log: Log; signal: AbortSignal }

type DatabaseStart = Starting & {
  lock: DataDirLock | null
  progress: (line: string) => void
  gateways?: number
  /** Receives the exit code when the database ended by itself. */
  onEnd?: (code: number | null) => void
}

/** Locks the data directory. Throws if it lacks the space that an embedded store needs. */
export async function acquireDataDir(
  { dataDir }: Settings,
  secrets: Secrets,
  { log, signal }: Starting,
): Promise<DataDirLock> {
  await makeDataDir(dataDir)
  const { databaseUrl, clickhouseUrl } = secrets.of(storeSettings)
  if (!databaseUrl || !clickhouseUrl) await assertDiskSpace(dataDir)
  const endDatabase = () => endOrphanedPostgres(postgresFolder(dataDir))
  return lockDataDir(dataDir, { log, signal, endDatabase })
}

export function makeDataDir(dataDir: string): Promise<void> {
  return makeFolder(dataDir, 'DATA_DIR')
}

export function startDatabase(
  dataDir: string,
  { gateways = 1, ...starting }: DatabaseStart,
): Promise<EmbeddedPostgres> {
  starting.progress('Starting PostgreSQL')
  return startEmbeddedPostgres({ ...starting, dir: postgresFolder(dataDir), processes: gateways + 1 })
}

function postgresFolder(dataDir: string): string {
  return join(dataDir, 'postgres')
}
