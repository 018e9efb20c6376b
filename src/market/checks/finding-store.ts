import { sql } from 'kysely'
import type { AssetClass } from '#src/contract/market.ts'
import type { FindingKind, FindingState } from '#src/contract/operator/data/finding-kinds.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Found } from './finding.ts'

export type StoredFinding = Found & {
  id: string
  class: AssetClass
  region: string
  code: string
  name: string
  state: FindingState
  version: number
  note: string
  foundAt: number
}

/**
 * Stores findings and returns the number of new ones. A mended finding is reopened; an accepted finding stays accepted.
 * If a fault began before the checked period, its part within the period is not a new finding.
 */
export async function putFindings(tx: Tx, found: readonly Found[], now: number): Promise<number> {
  if (found.length === 0) return 0
  const at = new Date(now)
  const { rows } = await sql<{ is_new: boolean }>`
    insert into bar_finding as f (instrument_id, interval, kind, first_time, last_time, detail, found_at, changed_at)
    select g."instrumentId", g.interval, g.kind, g.first, g.last, g.detail, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as g("instrumentId" integer, interval text, kind text, first bigint, last bigint, detail jsonb)
    where not exists (select from bar_finding begun where begun.instrument_id = g."instrumentId"
      and begun.interval = g.interval and begun.kind = g.kind and begun.state <> 'mended'
      and begun.first_time < g.first and begun.last_time >= g.first)
    on conflict (instrument_id, interval, kind, first_time) do update set
      last_time = excluded.last_time, detail = excluded.detail,
      state = case f.state when 'mended' then 'open' else f.state end,
      version = f.version + 1, changed_at = excluded.changed_at
      where f.state = 'mended' or f.last_time <> excluded.last_time or f.detail <> excluded.detail
    returning xmax = 0 as is_new`.execute(tx)
  return rows.filter(({ is_new }) => is_new).length
}

/**
 * Marks open findings of the checked series and period as mended if the check did not find them again. Returns their
 * number. A stopped series is mended only by a check up to now, which shows whether it continues.
 */
export async function mendOthers(
  tx: Tx,
  checked: { ids: readonly number[]; from: number; to: number; isToNow: boolean },
  found: readonly Found[],
  now: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update bar_finding f set state = 'mended', version = version + 1, changed_at = ${new Date(now)}
    where f.instrument_id = any(${[...checked.ids]}::integer[]) and f.state = 'open'
      and case f.kind when 'stopped' then ${checked.isToNow}::boolean
        else f.first_time >= ${checked.from} and f.last_time <= ${checked.to} end
      and not exists (select from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as g("instrumentId" integer, interval text, kind text, first bigint)
        where g."instrumentId" = f.instrument_id and g.interval = f.interval and g.kind = f.kind
          and g.first = f.first_time)`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

type Row = {
  id: bigint
  instrument_id: number
  interval: Found['interval']
  kind: FindingKind
  first_time: bigint
  last_time: bigint
  detail: Record<string, number>
  state: FindingState
  version: number
  note: string
  found_at: Date
  class: AssetClass
  region: string
  code: string
  name: string
}

export type FindingFilter = {
  state: FindingState
  kind?: FindingKind | undefined
  class?: AssetClass | undefined
  exchange?: string | undefined
  instrument?: number | undefined
}

/** Findings, newest first. `after`: the last id of the previous page. */
export async function findingsBy(
  db: Db,
  { state, kind, class: assetClass, exchange, instrument }: FindingFilter,
  { limit, after }: { limit: number; after: string | null },
): Promise<StoredFinding[]> {
  const { rows } = await sql<Row>`
    select f.*, i.class, i.region, i.code, i.name from bar_finding f join instruments i on i.id = f.instrument_id
    where f.state = ${state}
      and (${kind ?? null}::text is null or f.kind = ${kind ?? null})
      and (${assetClass ?? null}::text is null or i.class = ${assetClass ?? null})
      and (${exchange ?? null}::text is null or i.exchange = ${exchange ?? null})
      and (${instrument ?? null}::integer is null or f.instrument_id = ${instrument ?? null})
      and (${after}::bigint is null or f.id < ${after}::bigint)
    order by f.id desc limit ${limit}`.execute(db)
  return rows.map(({ id, instrument_id, first_time, last_time, found_at, ...row }) => ({
    ...row,
    id: String(id),
    instrumentId: instrument_id,
    first: Number(first_time),
    last: Number(last_time),
    foundAt: found_at.getTime(),
  }))
}

const countedMax = 10_000

/** The number of open findings, counted up to 10,000. */
export async function openFindings(db: Db): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open from (select from bar_finding where state = 'open' limit ${countedMax}) as counted`.execute(
    db,
  )
  return rows[0]?.open ?? 0
}

export type FindingFigures = { count: number; stopped: number; newestAt: number | null }

export async function findingFigures(db: Db): Promise<FindingFigures> {
  const { rows } = await sql<{ count: number; stopped: number; newest: Date | null }>`
    select count(*)::integer as count, count(*) filter (where kind = 'stopped')::integer as stopped, max(found_at) as newest
    from (select kind, found_at from bar_finding where state = 'open' order by id desc limit ${countedMax}) as counted`.execute(
    db,
  )
  const [found] = rows
  return { count: found?.count ?? 0, stopped: found?.stopped ?? 0, newestAt: found?.newest?.getTime() ?? null }
}

export async function lockFinding(tx: Tx, id: string): Promise<Pick<StoredFinding, 'state' | 'version'> | null> {
  const { rows } = await sql<Pick<StoredFinding, 'state' | 'version'>>`
    select state, version from bar_finding where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

export async function judge(tx: Tx, id: string, to: { state: FindingState; note: string }, now: number): Promise<void> {
  await sql`update bar_finding set state = ${to.state}, note = ${to.note}, version = version + 1,
    changed_at = ${new Date(now)} where id = ${id}`.execute(tx)
}

/** Split days (ms at 00:00 UTC) by instrument. */
export async function splitDays(db: Db, ids: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ instrument_id: number; day: string }>`
    select instrument_id, to_char(ex_date, 'YYYY-MM-DD') as day from splits
    where instrument_id = any(${[...ids]}::integer[])`.execute(db)
  const days = new Map<number, number[]>()
  for (const { instrument_id, day } of rows)
    days.set(instrument_id, [...(days.get(instrument_id) ?? []), Date.parse(day)])
  return days
}
