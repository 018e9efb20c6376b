import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'

/** The kinds of incidents; `incident-words.ts` explains each kind. */
export type IncidentKind =
  | 'sources_disagree'
  | 'balance_unexplained'
  | 'balance_dropped'
  | 'native_coin'
  | 'other_token'
  | 'chain_changed'
  | 'no_trusted_node'
  | 'network_lagging'
  | 'deep_reorganisation'
  | 'xpub_changed'
  | 'token_changed'
  | 'address_mismatch'
  | 'transfer_rejected'
  | 'deposit_unclear'
  | 'not_openable'
  | 'not_settled'
  | 'process_ended'

export type Incident = {
  id: string
  network: string | null
  kind: IncidentKind
  subject: string
  detail: Record<string, unknown>
  openedAt: number
  closedAt: number | null
  note: string | null
}

export async function openIncident(
  db: Db,
  incident: { network: string | null; kind: IncidentKind; subject: string; detail?: object; at: number },
): Promise<void> {
  await sql`insert into payment_incident (network, kind, subject, detail, opened_at)
    values (${incident.network}, ${incident.kind}, ${incident.subject},
      ${JSON.stringify(incident.detail ?? {})}::jsonb, ${new Date(incident.at)})
    on conflict (kind, subject) where closed_at is null do nothing`.execute(db)
}

/** The number of incidents of a kind that opened since `from`, including closed ones. */
export async function countOpened(db: Db, kind: IncidentKind, network: string, from: number): Promise<number> {
  const rows = await sql<{ n: bigint }>`select count(*) as n from payment_incident
    where kind = ${kind} and network = ${network} and opened_at >= ${new Date(from)}`.execute(db)
  return Number(rows.rows[0]?.n ?? 0n)
}

export async function openIncidents(db: Db): Promise<Incident[]> {
  const rows = await sql<{
    id: bigint
    network: string | null
    kind: IncidentKind
    subject: string
    detail: Record<string, unknown>
    opened_at: Date
    closed_at: Date | null
    note: string | null
  }>`select id, network, kind, subject, detail, opened_at, closed_at, note from payment_incident
    where closed_at is null order by id`.execute(db)
  return rows.rows.map((row) => ({
    id: row.id.toString(),
    network: row.network,
    kind: row.kind,
    subject: row.subject,
    detail: row.detail,
    openedAt: row.opened_at.getTime(),
    closedAt: row.closed_at?.getTime() ?? null,
    note: row.note,
  }))
}

/** True if an incident about the subject has closed since `from`. */
export async function closedSince(db: Db, kind: IncidentKind, subject: string, from: number): Promise<boolean> {
  const rows = await sql`select 1 from payment_incident
    where kind = ${kind} and subject = ${subject} and closed_at >= ${new Date(from)} limit 1`.execute(db)
  return rows.rows.length > 0
}

export async function closeIncident(db: Db, id: string, note: string, at: number): Promise<boolean> {
  const rows = await sql`update payment_incident set closed_at = ${new Date(at)}, note = ${note}
    where id = ${id}::bigint and closed_at is null returning 1`.execute(db)
  return rows.rows.length > 0
}

/** Closes incidents whose cause has ended, or that a command settles. */
export async function closeRecovered(
  db: Db,
  kind: IncidentKind,
  subject: string,
  at: number,
  note = 'recovered by itself',
): Promise<void> {
  await sql`update payment_incident set closed_at = ${new Date(at)}, note = ${note}
    where kind = ${kind} and subject = ${subject} and closed_at is null`.execute(db)
}
