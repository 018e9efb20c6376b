import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'

/** Secrets of live keys by the version of the key ring that sealed them. */
export async function sealedByVersion(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ version: string; keys: bigint }>`
    select split_part(secret_sealed, '.', 1) as version, count(*) as keys from api_key
    where revoked_at is null and secret_sealed <> '' group by 1`.execute(db)
  return new Map(rows.map(({ version, keys }) => [Number(version.slice(1)), Number(keys)]))
}
