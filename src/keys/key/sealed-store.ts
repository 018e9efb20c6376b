import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'

/** Secrets of live keys by the version of the key ring that sealed them. */
export async function sealedByVersion(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ version: number; keys: bigint }>`
    select sealed_by as version, count(*) as keys from api_key
    where revoked_at is null and sealed_by is not null group by sealed_by`.execute(db)
  return new Map(rows.map(({ version, keys }) => [version, Number(keys)]))
}
