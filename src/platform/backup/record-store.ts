import { sql } from 'kysely'
import type { Db, Tx } from '../platform.ts'

/** `fault`: the result of the last verification of the files; null: no fault. Times in ms. */
export type BackupRecord = {
  id: string
  madeAt: number
  folder: string
  bytes: number
  reused: number
  verifiedAt: number | null
  fault: string | null
}

/** The number of records that are kept; older ones are deleted. */
const recordsMax = 400

export async function recordBackup(tx: Tx, made: Omit<BackupRecord, 'fault'>): Promise<void> {
  const verified = made.verifiedAt === null ? null : new Date(made.verifiedAt)
  await sql`insert into backup (id, made_at, folder, bytes, reused, verified_at)
    values (${made.id}, ${new Date(made.madeAt)}, ${made.folder}, ${made.bytes}, ${made.reused}, ${verified})
    on conflict (id) do update set folder = excluded.folder, verified_at = excluded.verified_at, fault = null`.execute(
    tx,
  )
  await sql`delete from backup where id in (select id from backup order by made_at desc offset ${recordsMax})`.execute(
    tx,
  )
}

/** Records a verification. Has no effect for a backup of another installation. */
export async function recordVerification(db: Db, id: string, fault: string | null, now: number): Promise<void> {
  await sql`update backup set fault = ${fault},
      verified_at = case when ${fault}::text is null then ${new Date(now)}::timestamptz end
    where id = ${id}`.execute(db)
}

export async function recentBackups(db: Db, limit: number): Promise<BackupRecord[]> {
  const { rows } = await sql<{
    id: string
    made_at: Date
    folder: string
    bytes: bigint
    reused: bigint
    verified_at: Date | null
    fault: string | null
  }>`select id, made_at, folder, bytes, reused, verified_at, fault from backup
    order by made_at desc, id desc limit ${limit}`.execute(db)
  return rows.map(({ made_at, verified_at, bytes, reused, ...row }) => ({
    ...row,
    madeAt: made_at.getTime(),
    bytes: Number(bytes),
    reused: Number(reused),
    verifiedAt: verified_at?.getTime() ?? null,
  }))
}

/** When the tables of this installation were created, ms. */
export async function installedAt(db: Db): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select min(applied_at) as at from migrations`.execute(db)
  return rows[0]?.at.getTime() ?? 0
}
