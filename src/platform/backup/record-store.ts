import { sql } from 'kysely'
import type { Db, Tx } from '../platform.ts'

/** `fault`: the result of the last verification or rehearsal; null: no fault. Times in ms. */
export type BackupRecord = {
  id: string
  madeAt: number
  folder: string
  bytes: number
  reused: number
  verifiedAt: number | null
  fault: string | null
  rehearsedAt: number | null
}

/** The number of records that are kept; older records are deleted. */
const recordsMax = 400

export async function recordBackup(tx: Tx, made: Omit<BackupRecord, 'fault' | 'rehearsedAt'>): Promise<void> {
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

/** Records a verification. Has no effect without a record of the backup, as for a backup of another installation. */
export async function recordVerification(db: Db, id: string, fault: string | null, now: number): Promise<void> {
  await sql`update backup set fault = ${fault},
      verified_at = case when ${fault}::text is null then ${new Date(now)}::timestamptz end
    where id = ${id}`.execute(db)
}

/** Records the result of a rehearsal, which restores a backup elsewhere and reads and counts everything. */
export async function recordRehearsal(db: Db, id: string, fault: string | null, now: number): Promise<void> {
  await recordVerification(db, id, fault, now)
  if (fault === null) await sql`update backup set rehearsed_at = ${new Date(now)} where id = ${id}`.execute(db)
}

/** The time of the last successful rehearsal, ms. */
export async function lastRehearsal(db: Db): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(rehearsed_at) as at from backup`.execute(db)
  return rows[0]?.at?.getTime() ?? null
}

/** The time of the newest backup in a place, ms. Ignores backups of a clock that was ahead of `now`. */
export async function newestBackupIn(db: Db, folder: string, now: number): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(made_at) as at from backup
    where folder = ${folder} and made_at <= ${new Date(now)}`.execute(db)
  return rows[0]?.at?.getTime() ?? null
}

/** The reason why no scheduled backup can be made at present. Times in ms. */
export type BackupFailure = { since: number; triedAt: number; reason: string }

export async function backupFailure(db: Db): Promise<BackupFailure | null> {
  const { rows } = await sql<{ since: Date; tried_at: Date; reason: string }>`
    select since, tried_at, reason from backup_failure`.execute(db)
  const [row] = rows
  return row ? { since: row.since.getTime(), triedAt: row.tried_at.getTime(), reason: row.reason } : null
}

export async function recordFailure(db: Db, reason: string, now: number): Promise<void> {
  const at = new Date(now)
  await sql`insert into backup_failure (since, tried_at, reason) values (${at}, ${at}, ${reason})
    on conflict (only_one) do update set tried_at = excluded.tried_at, reason = excluded.reason`.execute(db)
}

export async function clearFailure(db: Db): Promise<void> {
  await sql`delete from backup_failure`.execute(db)
}

/** The newest backups. With `until`: those made until then, ms. */
export async function recentBackups(db: Db, limit: number, until?: number): Promise<BackupRecord[]> {
  const { rows } = await sql<{
    id: string
    made_at: Date
    folder: string
    bytes: bigint
    reused: bigint
    verified_at: Date | null
    fault: string | null
    rehearsed_at: Date | null
  }>`select id, made_at, folder, bytes, reused, verified_at, fault, rehearsed_at from backup
    where made_at <= ${until === undefined ? 'infinity' : new Date(until)} order by made_at desc, id desc limit ${limit}`.execute(
    db,
  )
  return rows.map(({ made_at, verified_at, rehearsed_at, bytes, reused, ...row }) => ({
    ...row,
    madeAt: made_at.getTime(),
    bytes: Number(bytes),
    reused: Number(reused),
    verifiedAt: verified_at?.getTime() ?? null,
    rehearsedAt: rehearsed_at?.getTime() ?? null,
  }))
}

/** The time at which the tables of this installation were created, ms. */
export async function installedAt(db: Db): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select min(applied_at) as at from migrations`.execute(db)
  return rows[0]?.at.getTime() ?? 0
}
