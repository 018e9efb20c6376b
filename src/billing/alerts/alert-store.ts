import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Incident, IncidentKind } from '../deposits/incident-store.ts'

export type AlertEvent = 'opened' | 'closed' | 'test'

/** An event for the operator. `incident`: null for a test. */
export type Alert = { id: string; event: AlertEvent; createdAt: number; incident: Incident | null }

type AlertRow = {
  id: string
  event: AlertEvent
  created_at: Date
  incident_id: bigint | null
  network: string | null
  kind: IncidentKind
  subject: string
  detail: Record<string, unknown>
  opened_at: Date
  closed_at: Date | null
  note: string | null
}

const alertsMax = 50

/** Records the missing alerts for incidents that opened or closed. Returns each alert to one process only. */
export async function noteNewAlerts(tx: Tx, webhook: boolean, now: number): Promise<Alert[]> {
  const rows = await sql<{ id: string }>`
    insert into payment_alert (id, event, incident_id, created_at, status, next_at)
    select gen_random_uuid()::text, e.event, i.id, ${new Date(now)}, ${statusOf(webhook)}, ${new Date(now)}
    from payment_incident i cross join (values ('opened', 1), ('closed', 2)) as e (event, place)
    where (e.event = 'opened' or i.closed_at is not null)
      and not exists (select 1 from payment_alert a where a.incident_id = i.id and a.event = e.event)
    order by i.id, e.place limit ${alertsMax}
    on conflict do nothing returning id`.execute(tx)
  return alertsBy(
    tx,
    rows.rows.map((row) => row.id),
  )
}

export async function noteTestAlert(tx: Tx, id: string, webhook: boolean, now: number): Promise<void> {
  await sql`insert into payment_alert (id, event, created_at, status, next_at)
    values (${id}, 'test', ${new Date(now)}, ${statusOf(webhook)}, ${new Date(now)})`.execute(tx)
}

function statusOf(webhook: boolean): 'queued' | 'none' {
  return webhook ? 'queued' : 'none'
}

/**
 * Claims the longest due alerts, and returns them by incident. The closing of an incident waits until its opening is
 * sent or given up. After `claimedUntil` other processes may claim the alerts.
 */
export async function claimAlerts(
  db: Db,
  now: number,
  claimedUntil: number,
  limit: number,
): Promise<(Alert & { attempts: number })[]> {
  const claimed = await sql<{ id: string; attempts: number }>`
    update payment_alert set attempts = attempts + 1, next_at = ${new Date(claimedUntil)} where id in (
      select id from payment_alert due where status = 'queued' and next_at <= ${new Date(now)}
        and not (event = 'closed' and exists (select from payment_alert opening where opening.status = 'queued'
          and opening.incident_id = due.incident_id and opening.event = 'opened'))
      order by next_at, incident_id, event desc limit ${limit} for update skip locked)
    returning id, attempts`.execute(db)
  const attempts = new Map(claimed.rows.map((row) => [row.id, row.attempts]))
  const alerts = await alertsBy(db, [...attempts.keys()])
  return alerts.map((alert) => ({ ...alert, attempts: attempts.get(alert.id) ?? 1 }))
}

export async function noteSent(db: Db, id: string, at: number): Promise<void> {
  await sql`update payment_alert set status = 'sent', sent_at = ${new Date(at)}, error = null
    where id = ${id}`.execute(db)
}

/** Records a failed delivery. `nextAt` null: there is no further attempt. */
export async function noteNotSent(db: Db, id: string, reason: string, nextAt: number | null): Promise<void> {
  await sql`update payment_alert set error = ${reason}, status = ${nextAt === null ? 'failed' : 'queued'},
      next_at = case when ${nextAt === null} then next_at else ${new Date(nextAt ?? 0)} end
    where id = ${id}`.execute(db)
}

export async function webhookFigures(
  db: Db,
  since: number,
): Promise<{ waiting: number; failed: number; error: string | null }> {
  const rows = await sql<{ waiting: bigint; failed: bigint; error: string | null }>`
    select count(*) filter (where status = 'queued') as waiting,
      count(*) filter (where status = 'failed' and created_at > ${new Date(since)}) as failed,
      (array_agg(error order by created_at desc) filter (where error is not null
        and (status = 'queued' or created_at > ${new Date(since)})))[1] as error
    from payment_alert where status in ('queued', 'failed')`.execute(db)
  const { waiting = 0n, failed = 0n, error = null } = rows.rows[0] ?? {}
  return { waiting: Number(waiting), failed: Number(failed), error }
}

async function alertsBy(db: Db, ids: readonly string[]): Promise<Alert[]> {
  if (ids.length === 0) return []
  const rows = await sql<AlertRow>`
    select a.id, a.event, a.created_at, a.incident_id, i.network, i.kind, i.subject, i.detail, i.opened_at, i.closed_at,
      i.note
    from payment_alert a left join payment_incident i on i.id = a.incident_id
    where a.id = any (${ids}) order by a.incident_id nulls first, a.event desc`.execute(db)
  return rows.rows.map(toAlert)
}

function toAlert(row: AlertRow): Alert {
  const closed = row.event === 'closed'
  const incident = row.incident_id !== null && {
    id: row.incident_id.toString(),
    network: row.network,
    kind: row.kind,
    subject: row.subject,
    detail: row.detail,
    openedAt: row.opened_at.getTime(),
    // An alert about an opening has no closing time, even if the incident closed before the delivery.
    closedAt: closed ? (row.closed_at?.getTime() ?? null) : null,
    note: closed ? row.note : null,
  }
  return { id: row.id, event: row.event, createdAt: row.created_at.getTime(), incident: incident || null }
}
