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
