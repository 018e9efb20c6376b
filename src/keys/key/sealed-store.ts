import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

export async function sealedByVersion(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ version: number; keys: bigint }>`
    select sealed_by as version, count(*) as keys from api_key
    where revoked_at is null and sealed_by is not null group by sealed_by`.execute(db)
  return new Map(rows.map(({ version, keys }) => [version, Number(keys)]))
}

export type Sealed = { keyId: string; version: number; secretSealed: string }

/** For each of these versions of the key ring, the sealed secret of one live key. */
export async function sealedSamples(db: Db, versions: readonly number[]): Promise<Sealed[]> {
  const { rows } = await sql<{ id: string; version: number; secret_sealed: string }>`
    select k.id, v.version, k.secret_sealed from unnest(${[...versions]}::int[]) as v (version)
    cross join lateral (select id, secret_sealed from api_key
      where sealed_by = v.version and revoked_at is null limit 1) as k`.execute(db)
  return rows.map(({ id, version, secret_sealed }) => ({ keyId: id, version, secretSealed: secret_sealed }))
}

/**
 * Locks secrets of live keys that these versions of the key ring sealed. Skips rows that other processes have locked.
 */
export async function lockSealedBy(tx: Tx, versions: readonly number[], limit: number): Promise<Sealed[]> {
  const { rows } = await sql<{ id: string; version: number; secret_sealed: string }>`
    select id, sealed_by as version, secret_sealed from api_key
    where sealed_by = any(${[...versions]}::int[]) and revoked_at is null
    limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ id, version, secret_sealed }) => ({ keyId: id, version, secretSealed: secret_sealed }))
}

export async function putSealed(tx: Tx, keyId: string, secretSealed: string): Promise<void> {
  await sql`update api_key set secret_sealed = ${secretSealed} where id = ${keyId}`.execute(tx)
}

export async function putMark(db: Db | Tx, mark: { version: number; sealed: string; now: number }): Promise<void> {
  await sql`insert into ring_mark (version, sealed, begun_at)
    values (${mark.version}, ${mark.sealed}, ${new Date(mark.now)}) on conflict do nothing`.execute(db)
}

export async function markedAt(db: Db | Tx, version: number): Promise<number | null> {
  const { rows } = await sql<{ begun_at: Date }>`
    select begun_at from ring_mark where version = ${version}`.execute(db)
  return rows[0]?.begun_at.getTime() ?? null
}

export async function findMarks(db: Db, versions: readonly number[]): Promise<{ version: number; sealed: string }[]> {
  const { rows } = await sql<{ version: number; sealed: string }>`
    select version, sealed from ring_mark where version = any(${[...versions]}::int[]) order by version`.execute(db)
  return rows
}
