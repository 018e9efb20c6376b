import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'
import type { RefusedLine } from './file/quarantine.ts'
import type { TargetFlags } from './file/source-file.ts'

/** The maximum number of refused rows of one import in the table. */
const refusedMax = 100_000
const contentMax = 4_000

type Run = {
  kind: string
  file: string
  target: string
  options: TargetFlags
  releasedFrom: string | null
  startedAt: number
  by: string | null
}

export async function insertRun(
  db: Db,
  { kind, file, target, options, releasedFrom, startedAt, by }: Run,
): Promise<string> {
  const { rows } = await sql<{ id: bigint }>`
    insert into imports (kind, file, target, options, released_from, begun_by, state, started_at)
    values (${kind}, ${file}, ${target}, ${JSON.stringify(options)}::jsonb, ${releasedFrom}, ${by}, 'running',
      ${new Date(startedAt)}) returning id
  `.execute(db)
  return String(rows[0]?.id ?? 0)
}

/** Prepares the queue's record of an import for an attempt. `startedAt`: the time at which the attempt began. */
export async function beginRun(
  db: Db,
  id: string,
  { target, options }: Pick<Run, 'target' | 'options'>,
): Promise<{ id: string; startedAt: number }> {
  const { rows } = await sql<{ started_at: Date }>`
    update imports set target = ${target}, options = ${JSON.stringify(options)}::jsonb, head = '', rows = 0,
      accepted = 0, corrected = 0, quarantined = 0, reasons = '{}', finished_at = null
    where id = ${id}::bigint returning started_at`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the record of an import is gone')
  return { id, startedAt: row.started_at.getTime() }
}

export async function noteHead(db: Db, id: string, head: string): Promise<void> {
  if (head !== '') await sql`update imports set head = ${head} where id = ${id}`.execute(db)
}

export async function insertRefused(db: Db, importId: string, rows: readonly RefusedLine[]): Promise<void> {
  const pick = <T>(read: (row: RefusedLine) => T) => rows.map(read)
  const text = ({ row }: RefusedLine) => row.slice(0, contentMax).replaceAll('\0', '\ufffd')
  await sql`
    insert into quarantine_row (import_id, line, reason, content)
    select ${importId}::bigint, given.* from unnest(${pick(({ line }) => line)}::bigint[],
      ${pick(({ reason }) => reason)}::text[], ${pick(text)}::text[]) as given
    where (select count(*) from quarantine_row where import_id = ${importId}) < ${refusedMax}
    on conflict do nothing`.execute(db)
}

type PushedRun = Omit<Run, 'releasedFrom' | 'by'> & { head: string }

/** The id of the import for a source's refused messages of a kind, instrument and day. A missing import is created. */
export async function pushedRun(db: Db, { kind, file, target, options, head, startedAt }: PushedRun): Promise<string> {
  const { rows } = await sql<{ id: bigint }>`
    with known as (select id from imports where file = ${file} and kind = ${kind} and target = ${target} limit 1),
    made as (insert into imports (kind, file, target, options, head, state, started_at, finished_at)
      select ${kind}, ${file}, ${target}, ${JSON.stringify(options)}::jsonb, ${head}, 'done', ${new Date(startedAt)},
        ${new Date(startedAt)} where not exists (select from known) returning id)
    select id from known union all select id from made`.execute(db)
  return String(rows[0]?.id ?? 0)
}

/**
 * Adds refused messages, numbered consecutively, to an import from `pushedRun`. Above the limit, messages are only
 * counted.
 */
export async function addRefused(
  db: Db,
  importId: string,
  messages: readonly { reason: string; row: string }[],
  now: number,
): Promise<void> {
  const text = ({ row }: { row: string }) => row.slice(0, contentMax).replaceAll('\0', '\ufffd')
  const [reasons, contents] = [messages.map(({ reason }) => reason), messages.map(text)]
  await sql`
    with run as (
      update imports set rows = rows + ${messages.length}, quarantined = quarantined + ${messages.length},
        finished_at = ${new Date(now)}, reasons = (
          select jsonb_object_agg(reason, count) from (
            select reason, sum(count) as count from (
              select key as reason, value::bigint as count from jsonb_each_text(reasons)
              union all select reason, 1 from unnest(${reasons}::text[]) as given (reason)) as added group by reason) as sums)
      where id = ${importId}::bigint returning rows)
    insert into quarantine_row (import_id, line, reason, content)
    select ${importId}::bigint, run.rows - ${messages.length} + given.at, given.reason, given.content
    from run, unnest(${reasons}::text[], ${contents}::text[]) with ordinality as given (reason, content, at)
    where run.rows <= ${refusedMax}
    on conflict do nothing`.execute(db)
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
  /** Number of quarantined rows, by reason. */
  reasons: Record<string, number>
  finishedAt: number
}

/** The first imports since `since` with quarantined rows, oldest first, and the total number of such imports. */
export async function quarantinedRuns(
  db: Db,
  since: number,
  limit: number,
): Promise<{ runs: QuarantinedRun[]; total: number }> {
  const { rows } = await sql<{
    id: bigint
    kind: string
    file: string
    rows: bigint
    quarantined: bigint
    reasons: Record<string, number>
    finished_at: Date
    total: bigint
  }>`select id, kind, file, rows, quarantined, reasons, finished_at, count(*) over () as total from imports
    where quarantined > 0 and finished_at >= ${new Date(since)} order by finished_at, id limit ${limit}`.execute(db)
  const runs = rows.map(({ id, kind, file, reasons, ...row }) => ({
    ...{ id: String(id), kind, file, reasons },
    rows: Number(row.rows),
    quarantined: Number(row.quarantined),
    finishedAt: row.finished_at.getTime(),
  }))
  return { runs, total: Number(rows[0]?.total ?? 0) }
}
