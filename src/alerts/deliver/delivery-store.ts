import { sql } from 'kysely'
import type { AlertDelivery } from '#src/contract/account/alerts.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

const shownMax = 50

export async function insertDeliveries(tx: Tx, firingIds: readonly string[], now: number): Promise<void> {
  const at = new Date(now)
  await sql`insert into alert_delivery (id, firing_id, account_id, way, created_at, status, next_at)
    select gen_random_uuid()::text, f.id, f.account_id, w.way, ${at}, 'queued', ${at}
    from alert_firing f join price_alert a on a.id = f.alert_id
    join (values ('mail'), ('webhook')) as w (way) on (w.way = 'mail' and a.by_mail) or (w.way = 'webhook' and a.by_webhook
      and exists (select 1 from alert_webhook h where h.account_id = f.account_id))
    where f.id = any(${[...firingIds]}::text[])`.execute(tx)
}

export async function insertTest(tx: Tx, { id, accountId, now }: { id: string; accountId: string; now: number }) {
  const at = new Date(now)
  await sql`insert into alert_delivery (id, account_id, way, created_at, status, next_at)
    values (${id}, ${accountId}, 'webhook', ${at}, 'queued', ${at})`.execute(tx)
}

export type DueDelivery = {
  id: string
  accountId: string
  firingId: string | null
  way: 'mail' | 'webhook'
  createdAt: number
  attempts: number
}

/**
 * Claims due deliveries: mails first, because a webhook may take long to answer, then the longest due of each account in
 * turn, so that one account cannot hold up the others. After `claimedUntil` other processes may claim them.
 */
export async function claimDeliveries(
  db: Db,
  { now, claimedUntil, limit }: { now: number; claimedUntil: number; limit: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<{
    id: string
    account_id: string
    firing_id: string | null
    way: DueDelivery['way']
    created_at: Date
    attempts: number
  }>`update alert_delivery set attempts = attempts + 1, next_at = ${new Date(claimedUntil)} where id in (
      select d.id from alert_delivery d join (
        select id, row_number() over (partition by way, account_id order by next_at) as turn from alert_delivery
        where status = 'queued' and next_at <= ${new Date(now)}) due on due.id = d.id
      where d.status = 'queued' and d.next_at <= ${new Date(now)}
      order by d.way, due.turn, d.next_at limit ${limit} for update of d skip locked)
    returning id, account_id, firing_id, way, created_at, attempts`.execute(db)
  return rows.map(({ id, account_id, firing_id, way, created_at, attempts }) => ({
    ...{ id, way, attempts, accountId: account_id, firingId: firing_id },
    createdAt: created_at.getTime(),
  }))
}

/** The time at which the next queued delivery is due; null when none is queued. */
export async function nextDelivery(db: Db): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(next_at) as at from alert_delivery
    where status = 'queued'`.execute(db)
  return rows[0]?.at?.getTime() ?? null
}

export async function noteDelivered(db: Db | Tx, id: string, at: number, answer: string | null): Promise<void> {
  await sql`update alert_delivery set status = 'sent', sent_at = ${new Date(at)}, answer = ${answer}
    where id = ${id}`.execute(db)
}

/** Records a failed attempt. `nextAt` null: there is no further attempt. */
export async function noteUndelivered(db: Db | Tx, id: string, answer: string, nextAt: number | null): Promise<void> {
  await sql`update alert_delivery set answer = ${answer}, status = ${nextAt === null ? 'failed' : 'queued'},
      next_at = coalesce(${nextAt === null ? null : new Date(nextAt)}::timestamptz, next_at)
    where id = ${id} and status = 'queued'`.execute(db)
}

/** Queues a finished webhook delivery again. Returns false if the account has no such delivery. */
export async function queueAgain(tx: Tx, accountId: string, id: string, now: number): Promise<boolean> {
  const { rows } = await sql`update alert_delivery set status = 'queued', attempts = 0, next_at = ${new Date(now)},
      created_at = ${new Date(now)}
    where account_id = ${accountId} and id = ${id} and way = 'webhook' and status <> 'queued'
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function giveUpQueued(tx: Tx, accountId: string): Promise<void> {
  await sql`update alert_delivery set status = 'failed', answer = 'the webhook was removed'
    where account_id = ${accountId} and way = 'webhook' and status = 'queued'`.execute(tx)
}

export async function deliveriesOf(db: Db, accountId: string): Promise<AlertDelivery[]> {
  const { rows } = await sql<{
    id: string
    way: AlertDelivery['way']
    ticker: string | null
    created_at: Date
    status: AlertDelivery['status']
    attempts: number
    next_at: Date
    sent_at: Date | null
    answer: string | null
  }>`select d.id, d.way, a.ticker, d.created_at, d.status, d.attempts, d.next_at, d.sent_at, d.answer
    from alert_delivery d left join alert_firing f on f.id = d.firing_id left join price_alert a on a.id = f.alert_id
    where d.account_id = ${accountId} order by d.created_at desc, d.id limit ${shownMax}`.execute(db)
  return rows.map(({ id, way, ticker, created_at, status, attempts, next_at, sent_at, answer }) => ({
    ...{ id, way, symbol: ticker, status, attempts, answer },
    createdAt: created_at.getTime(),
    nextAt: status === 'queued' ? next_at.getTime() : null,
    sentAt: sent_at?.getTime() ?? null,
  }))
}
