import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDataDir } from '#src/platform/data-dir/data-dir-lock.ts'
import { assertDiskSpace } from '#src/platform/data-dir/storage-guard.ts'
import type { Log } from '#src/platform/platform.ts'
import { type Secrets, type Settings, SettingsError, storeSettings } from '#src/platform/settings.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/platform/stores/postgres-embedded.ts'

/** Locks the data directory, if it has the space that the embedded stores need. */
export async function acquireDataDir({ dataDir }: Settings, secrets: Secrets): Promise<AsyncDisposable> {
  await makeDataDir(dataDir)
  const { databaseUrl, clickhouseUrl } = secrets.of(storeSettings)
  if (!databaseUrl || !clickhouseUrl) await assertDiskSpace(dataDir)
  return lockDataDir(dataDir)
}

export async function makeDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    throw new SettingsError(`DATA_DIR ${dataDir} cannot be created: ${cause.code}.`, { cause })
  })
}

export function startDatabase(
  dataDir: string,
  { log, signal, progress }: { log: Log; signal: AbortSignal; progress: (line: string) => void },
): Promise<EmbeddedPostgres> {
  progress('Starting PostgreSQL')
  return startEmbeddedPostgres({ dir: join(dataDir, 'postgres'), log, signal })
}
