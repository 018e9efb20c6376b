import { join } from 'node:path'
import { folderPlace } from '#src/platform/backup/places/folder-place.ts'
import { openBackup } from '#src/platform/backup/places/place.ts'
import { restoreFiles } from '#src/platform/backup/restore-files.ts'
import { historyToRestore, partOf, tablesToRestore } from '#src/platform/backup/restored-stores.ts'
import { silentLog } from '#src/platform/log/log.ts'
import { openClickHouse } from '#src/platform/stores/clickhouse.ts'
import { inSession } from '#src/platform/stores/postgres.ts'
import { startEmbeddedPostgres } from '#src/platform/stores/postgres-embedded.ts'

/**
 * Makes a data folder from the newest backup of a folder. The tables stay as the release of the backup made them,
 * because no later migration has run.
 */
export async function leaveAsRecorded(backups: string, dataDir: string): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const backup = { ...(await openBackup(folderPlace(backups), null)), identities: null }
  const { signal } = new AbortController()
  const how = { backup, workFolder: '', migrations: 'migrations', log: silentLog, signal, progress: () => {} }
  const { connection } = stack.use(await startEmbeddedPostgres({ dir: join(dataDir, 'postgres'), log: silentLog }))
  const history = stack.use(await openClickHouse({ kind: 'embedded', path: join(dataDir, 'clickhouse') }))
  await inSession(connection, silentLog, (client) =>
    tablesToRestore(how, partOf(backup, 'postgres'), { client, connection, history }).fill(),
  )
  await historyToRestore(how, partOf(backup, 'clickhouse'), history).fill()
  await restoreFiles(backup, { dataDir, ring: null })
}
