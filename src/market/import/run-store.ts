import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'

export async function insertRun(
  db: Db,
  { kind, file, target, startedAt }: { kind: string; file: string; target: string; startedAt: number },
): Promise<string> {
  const { rows } = await sql<{ id: bigint }>`
    insert into imports (kind, file, target, state, started_at)
    values (${kind}, ${file}, ${target}, 'running', ${new Date(startedAt)}) returning id
  `.execute(db)
  return String(rows[0]?.id ?? 0)
}

export type RunEnd = {
  state: 'done' | 'failed'
  rows: number
  accepted: number
  corrected: number
  quarantined: number
  reasons: Readonly<Record<string, number>>
  finishedAt: number
}

export async function closeRun(db: Db, id: string, end: RunEnd): Promise<void> {
  await sql`update imports set state = ${end.state}, rows = ${end.rows}, accepted = ${end.accepted},
    corrected = ${end.corrected}, quarantined = ${end.quarantined}, reasons = ${JSON.stringify(end.reasons)}::jsonb,
    finished_at = ${new Date(end.finishedAt)} where id = ${id}`.execute(db)
}

export type QuarantinedRun = {
  id: string
  kind: string
  file: string
  rows: number
  quarantined: number
  /** Quarantined rows by reason. */
  reasons: Record<string, number>
  finishedAt: number
}

/** Imports since `since` that left rows out, newest first. */
export async function quarantinedRuns(db: Db, since: number, limit: number): Promise<QuarantinedRun[]> {
  const { rows } = await sql<{
    id: bigint
    kind: string
    file: string
    rows: bigint
    quarantined: bigint
    reasons: Record<string, number>
    finished_at: Date
  }>`select id, kind, file, rows, quarantined, reasons, finished_at from imports
    where quarantined > 0 and finished_at >= ${new Date(since)} order by finished_at desc limit ${limit}`.execute(db)
  return rows.map(({ id, kind, file, reasons, ...row }) => ({
    ...{ id: String(id), kind, file, reasons },
    rows: Number(row.rows),
    quarantined: Number(row.quarantined),
    finishedAt: row.finished_at.getTime(),
  }))
}
