import { join } from 'node:path'
import type pg from 'pg'
import { isRefusal } from '#src/contract/errors.ts'
import { damagedHistory } from '#src/platform/engines/damaged-files.ts'
import type { Log } from '#src/platform/platform.ts'
import { SettingsError } from '#src/platform/settings.ts'
import type { OpenClickHouse } from '#src/platform/stores/clickhouse.ts'
import { migrateClickHouse } from '#src/platform/stores/history/clickhouse-migrations.ts'
import { assertNoHistory } from '#src/platform/stores/history/history-state.ts'
import { migratePostgres, type SchemaState } from '#src/platform/stores/migrations.ts'

/** Migrates the tables of both stores. `historyPath`: the path of the embedded history; null if it is external. */
export async function migrateStores(
  connection: pg.ClientConfig,
  clickhouse: OpenClickHouse,
  { folder, log, signal, historyPath }: { folder: string; log: Log; signal: AbortSignal; historyPath: string | null },
): Promise<void> {
  try {
    const explained = (cause: unknown) => {
      if (historyPath === null && cause instanceof Error && isUntrusted(cause))
        throw new SettingsError(`CLICKHOUSE_URL allows no trusted connection: ${cause.message.trim()}.`, { cause })
      if (historyPath === null || isRefusal(cause) || cause instanceof SettingsError) throw cause
      throw damagedHistory(historyPath, cause)
    }
    const others = {
      assertNew: () => assertNoHistory(clickhouse).catch(explained),
      migrate: async (state: SchemaState) => {
        await migrateClickHouse(clickhouse, join(folder, 'clickhouse'), log, state).catch(explained)
      },
    }
    await explainUnreachable(() => migratePostgres(connection, join(folder, 'postgres'), log, others, { signal }))
  } catch (cause) {
    if (isRefusal(cause))
      throw new SettingsError(
        historyPath === null
          ? 'ClickHouse at CLICKHOUSE_URL cannot be reached, or is too slow.'
          : `The embedded ClickHouse in ${historyPath} does not answer in time. Start again when the disk has less to do.`,
        { cause },
      )
    throw cause
  }
}

/** Refuses with a readable error if PostgreSQL cannot be reached. */
export async function explainUnreachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof Error) || !isUnreachable(cause)) throw cause
    throw new SettingsError(`PostgreSQL at DATABASE_URL cannot be reached: ${cause.message || cause.code}.`, { cause })
  }
}

/** Whether the error means that there is no connection or no such database, or that the credentials are wrong. */
function isUnreachable(error: Error): error is Error & { code: string } {
  if (isUntrusted(error) || /does not support SSL|timeout expired/.test(error.message)) return true
  return 'code' in error && typeof error.code === 'string' && /^(E[A-Z]+|28...|3D...|08...)$/.test(error.code)
}

/** Whether the certificate of a server was refused, or a server refused this client's certificate. */
function isUntrusted(error: Error): boolean {
  return 'code' in error && /CERT|UNABLE_TO_VERIFY|^ERR_(?:SSL|TLS)/.test(String(error.code))
}
