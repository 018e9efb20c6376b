import type { Platform } from '#src/platform/platform.ts'

/** Throws when stored bars cannot be read within `maxMs`; there need not be any. */
export async function readAnyBar({ clickhouse }: Pick<Platform, 'clickhouse'>, maxMs: number): Promise<void> {
  await clickhouse.query('SELECT close FROM bars LIMIT 1', {}, { maxMs })
}
