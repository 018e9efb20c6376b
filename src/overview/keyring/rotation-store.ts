import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

/** The newest rotation. `done`: the number of secrets that were sealed again. Times in ms. */
export type Rotation = { version: number; done: number; begunAt: number; finishedAt: number | null }

export async function newestRotation(db: Db | Tx): Promise<Rotation | null> {
  const { rows } = await sql<{ version: number; done: bigint; begun_at: Date; finished_at: Date | null }>`
    select version, done, begun_at, finished_at from keyring_rotation`.execute(db)
  const [row] = rows
  if (!row) return null
  const { version, done, begun_at, finished_at } = row
  return { version, done: Number(done), begunAt: begun_at.getTime(), finishedAt: finished_at?.getTime() ?? null }
}

/** Lets one transaction at a time change the ring: two changes of its file would lose a key. */
export async function lockRotations(tx: Tx): Promise<void> {
  await sql`lock table keyring_rotation in share row exclusive mode`.execute(tx)
}

export async function beginRotation(tx: Tx, version: number, now: number): Promise<void> {
  await sql`insert into keyring_rotation (version, begun_at) values (${version}, ${new Date(now)})
    on conflict (id) do update set version = excluded.version, done = 0, begun_at = excluded.begun_at,
      finished_at = null`.execute(tx)
}

export async function noteResealed(db: Db, count: number): Promise<void> {
  await sql`update keyring_rotation set done = done + ${count}`.execute(db)
}

export async function finishRotation(db: Db, version: number, now: number): Promise<void> {
  await sql`update keyring_rotation set finished_at = ${new Date(now)}
    where version = ${version} and finished_at is null`.execute(db)
}

export async function noteRetired(tx: Tx, version: number): Promise<void> {
  await sql`update keyring_rotation set retired = retired || ${version}::integer`.execute(tx)
}
