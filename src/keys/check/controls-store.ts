import { sql } from 'kysely'
import type { Limits } from '#src/plans/plan.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import { allowanceId, type Key, type LimitOverride } from '../key/key.ts'

export type KeyControls = { suspended: boolean; override: LimitOverride | null }

type ControlsRow = {
  suspended: boolean
  until: Date | null
  per_minute: number | null
  sockets: number | null
  subscriptions: number | null
}

export async function controlsOf(db: Db | Tx, key: Key): Promise<KeyControls> {
  const { rows } = await sql<ControlsRow>`
    select a.suspended_at is not null as suspended, o.until, o.per_minute, o.sockets, o.subscriptions
    from account a left join limit_override o on o.allowance_id = ${allowanceId(key)}
    where a.id = ${key.accountId}`.execute(db)
  const [row] = rows
  if (!row?.until) return { suspended: row?.suspended ?? false, override: null }
  const { per_minute: perMinute, sockets, subscriptions, until } = row
  return { suspended: row.suspended, override: { perMinute, sockets, subscriptions, until: until.getTime() } }
}

export async function unsuspendedOf(db: Db | Tx, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from account
    where id = any(${[...accountIds]}::text[]) and suspended_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** The limit overrides by allowance id. Overrides that have ended are included. */
export async function overridesOf(db: Db | Tx, ids: readonly string[]): Promise<Map<string, LimitOverride>> {
  const { rows } = await sql<Limits & { id: string; until: Date }>`
    select allowance_id as id, per_minute as "perMinute", sockets, subscriptions, until
    from limit_override where allowance_id = any(${[...ids]}::text[])`.execute(db)
  return new Map(rows.map(({ id, until, ...limits }) => [id, { ...limits, until: until.getTime() }]))
}

export async function setOverride(tx: Tx, id: string, override: LimitOverride | null): Promise<void> {
  await sql`delete from limit_override where allowance_id = ${id}`.execute(tx)
  if (override)
    await sql`insert into limit_override (allowance_id, per_minute, sockets, subscriptions, until) values (${id},
      ${override.perMinute}, ${override.sockets}, ${override.subscriptions}, ${new Date(override.until)})`.execute(tx)
}
