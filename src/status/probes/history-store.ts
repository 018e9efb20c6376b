import type { Platform } from '#src/platform/platform.ts'

/** Throws if the bars cannot be read within `maxMs`. An empty table is not an error. */
export async function readAnyBar({ clickhouse }: Pick<Platform, 'clickhouse'>, maxMs: number): Promise<void> {
  await clickhouse.query('SELECT close FROM bars LIMIT 1', {}, { maxMs, signal: AbortSignal.timeout(maxMs) })
}
