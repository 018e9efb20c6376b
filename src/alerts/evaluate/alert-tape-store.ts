import { sql } from 'kysely'
import { assertFence } from '#src/platform/leases/lease.ts'
import type { Db, Fence, Tx } from '#src/platform/platform.ts'
import type { LiveAlert, WrittenFiring } from '../alert.ts'
import type { Fired } from './board.ts'

/**
 * The last evaluated offset ('' at first) and its time of arrival, ms. `earlier`: the older offset from which another
 * process reads when it takes over.
 */
export type EvaluatedOffsets = { offset: string; at: number; earlier: string; earlierAt: number }

type OffsetsRow = { place: string; place_at: Date; earlier: string; earlier_at: Date }

export async function offsetsOfChannel(db: Db, channel: string): Promise<EvaluatedOffsets | null> {
  const { rows } = await sql<OffsetsRow>`select place, place_at, earlier, earlier_at from alert_place
    where channel = ${channel}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { place: offset, earlier } = row
  return { offset, at: row.place_at.getTime(), earlier, earlierAt: row.earlier_at.getTime() }
}

/** Records a new offset in the caller's transaction. Throws `Fenced` when another process evaluates. */
export async function noteOffsets(tx: Tx, fence: Fence | null, channel: string, to: EvaluatedOffsets): Promise<void> {
  if (fence) await assertFence(tx, fence)
  await sql`insert into alert_place (channel, place, place_at, earlier, earlier_at)
    values (${channel}, ${to.offset}, ${new Date(to.at)}, ${to.earlier}, ${new Date(to.earlierAt)})
    on conflict (channel) do update set place = excluded.place, place_at = excluded.place_at,
      earlier = excluded.earlier, earlier_at = excluded.earlier_at`.execute(tx)
}

/**
 * Deletes the offsets of channels. Call it after a tape in memory was evaluated completely: that tape ends with its
 * process, so no process can continue from its offsets.
 */
export async function forgetOffsets(db: Db, channels: readonly string[]): Promise<void> {
  await sql`delete from alert_place where channel = any(${[...channels]})`.execute(db)
}

export async function noteMissed(
  tx: Tx,
  channel: string,
  { from, to, at }: { from: string; to: string; at: number },
): Promise<void> {
  await sql`insert into alert_gap (channel, after_place, to_place, noticed_at)
    values (${channel}, ${from}, ${to}, ${new Date(at)})`.execute(tx)
}

/** Saves states of alerts. Leaves an alert unchanged if its customer has changed it. */
export async function saveStates(tx: Tx, alerts: readonly LiveAlert[]): Promise<void> {
  if (alerts.length === 0) return
  const states = alerts.map(({ isGone, isArmed }) => (isGone ? 'done' : isArmed ? 'armed' : 'waiting'))
  const rests = alerts.map(({ restsUntil }) => (restsUntil === 0 ? null : new Date(restsUntil)))
  await sql`update price_alert a set state = u.state, rests_until = u.rests
    from unnest(${alerts.map(({ id }) => id)}::text[], ${alerts.map(({ version }) => version)}::int[],
      ${states}::text[], ${rests}::timestamptz[]) as u (id, version, state, rests)
    where a.id = u.id and a.version = u.version`.execute(tx)
}

/**
 * Inserts the firings that are not stored yet. `ids`: the ids for new rows. An alert that is done fires no more: the
 * evaluator may have read it again before its firing was written.
 */
export async function insertFirings(tx: Tx, fired: readonly Fired[], ids: readonly string[]): Promise<WrittenFiring[]> {
  if (fired.length === 0) return []
  const { rows } = await sql<{ id: string; account_id: string }>`
    with new as (
      select * from unnest(${[...ids]}::text[], ${fired.map(({ alert }) => alert.id)}::text[],
        ${fired.map(({ alert }) => alert.version)}::int[], ${fired.map(({ offset }) => offset)}::text[],
        ${fired.map(({ at }) => new Date(at))}::timestamptz[], ${fired.map(({ value }) => value)}::float8[],
        ${fired.map(({ price }) => price)}::float8[])
      as u (id, alert_id, version, place, fired_at, value, price)),
    marked as (
      update price_alert a set fired_at = n.fired_at from
        (select alert_id, version, max(fired_at) as fired_at from new group by 1, 2) as n
      where a.id = n.alert_id and a.version = n.version and a.state <> 'done')
    insert into alert_firing (id, alert_id, account_id, place, fired_at, value, price, condition, note)
    select n.id, n.alert_id, a.account_id, n.place, n.fired_at, n.value, n.price, a.condition, a.note
    from new n join price_alert a on a.id = n.alert_id and a.version = n.version and a.state <> 'done'
    on conflict (alert_id, place) do nothing returning id, account_id`.execute(tx)
  return rows.map(({ id, account_id }) => ({ id, accountId: account_id }))
}
