import { sql } from 'kysely'
import type { Db, Platform } from '#src/platform/platform.ts'

/** Of all processes of a database, one moves ticks. The lock ends with the connection. */
const lockKey = 7_410_830

/** Runs `work` unless another process moves ticks: null then. */
export async function takeArchive<T>(ctx: Platform, work: () => Promise<T>): Promise<T | null> {
  return ctx.postgres.session(async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey])
    return rows[0]?.mine === true ? work() : null
  })
}

/** Held for each file while it is made and its rows are deleted, and by whoever writes rows under an older version than that of now. */
const stillKey = 7_410_831

/** Runs `work` while no file is being made; waits for one, which takes seconds. */
export async function whileStill<T>(ctx: Platform, work: () => Promise<T>): Promise<T> {
  return ctx.postgres.session(async (client) => {
    await client.query('select pg_advisory_lock($1)', [stillKey])
    return work()
  })
}

/** An import that says nothing for so long has died with its process. */
const importDays = 7

/** When the oldest import of ticks began that is running, ms; its rows bear that time. */
export async function oldestImport(db: Db, now: number): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(started_at) as at from imports where kind = 'ticks' and state = 'running'
      and started_at > ${new Date(now)}::timestamptz - make_interval(days => ${importDays})`.execute(db)
  return rows[0]?.at?.getTime() ?? null
}
