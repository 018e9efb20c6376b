import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { ImportedCells } from './company-store.ts'

/** Days as `2026-01-31`, both ends included. */
export type Days = { from: string; to: string }

/** One instrument, or all shares of some regions, newest first; with `days` those of a span, oldest first. Pages count from 0. */
export type ActionQuery = {
  of: { instrumentId: number } | { regions: readonly string[] }
  days?: Days
  page: number
  size: number
}

/** An event with its listing. `day`: `2026-01-31`. */
export type ActionRow<Figures> = Record<'region' | 'code' | 'name' | 'name_cn' | 'name_hk' | 'day', string> & Figures

type Found<Figures> = { rows: ActionRow<Figures>[]; total: number }

export type SplitFigures = { new_shares: string; old_shares: string; source: string }

export async function splitRows(db: Db, query: ActionQuery): Promise<Found<SplitFigures>> {
  return actionRows(db, { name: 'splits', day: 'ex_date', columns: 'a.new_shares, a.old_shares, a.source' }, query)
}

export type DividendFigures = {
  amount: string
  paid_in: string
  source: string
  record_day: string | null
  pay_day: string | null
}

export async function dividendRows(db: Db, query: ActionQuery): Promise<Found<DividendFigures>> {
  const dates = `to_char(a.record_date, 'YYYY-MM-DD') as record_day, to_char(a.pay_date, 'YYYY-MM-DD') as pay_day`
  const columns = `a.amount, a.currency as paid_in, a.source, ${dates}`
  return actionRows(db, { name: 'dividends', day: 'ex_date', columns }, query)
}

export type FactorFigures = { price_factor: number; split_factor: number; reference_price: number; source: string }

export async function factorRows(db: Db, query: ActionQuery): Promise<Found<FactorFigures>> {
  const columns = 'a.price_factor, a.split_factor, a.reference_price, a.source'
  return actionRows(db, { name: 'factors', day: 'date', columns }, query)
}

export type ReportFigures = { period: 'quarter' | 'year'; period_end: string; eps: number | null; source: string }

/** The days on which companies published their figures. */
export async function reportRows(db: Db, query: ActionQuery): Promise<Found<ReportFigures>> {
  const columns = `a.period, to_char(a.period_end, 'YYYY-MM-DD') as period_end, (a.values ->> 'eps')::float8 as eps, a.source`
  return actionRows(db, { name: 'fundamentals', day: 'reported_on', columns }, query)
}

type Table = { name: string; day: string; columns: string }

/** One page with the count of all rows. */
async function actionRows<Figures>(
  db: Db,
  { name, day, columns }: Table,
  { of, days, page, size }: ActionQuery,
): Promise<Found<Figures>> {
  const place =
    'instrumentId' in of
      ? sql`i.id = ${of.instrumentId}`
      : sql`i.class = 'stock' and i.region = any(${of.regions}::text[])`
  const from = sql`from ${sql.table(name)} a join instruments i on i.id = a.instrument_id where ${place}
    ${days ? sql`and a.${sql.ref(day)} between ${days.from}::date and ${days.to}::date` : sql``}`
  const [counted, found] = await Promise.all([
    sql<{ total: string }>`select count(*) as total ${from}`.execute(db),
    sql<ActionRow<Figures>>`
      select i.region, i.code, i.name, i.name_cn, i.name_hk, to_char(a.${sql.ref(day)}, 'YYYY-MM-DD') as day, ${sql.raw(columns)}
      ${from} order by a.${sql.ref(day)} ${days ? sql`asc` : sql`desc`}, i.region, i.code, i.id limit ${size} offset ${page * size}
    `.execute(db),
  ])
  return { rows: found.rows, total: Number(counted.rows[0]?.total ?? 0) }
}

/** Imports leave days alone that the operator edited. */
function notEdited(instrumentId: number, kind: 'split' | 'dividend', exDate: string | null) {
  return sql`not exists (select from corporate_action_edit e
    where e.instrument_id = ${instrumentId} and e.kind = ${kind} and e.ex_date = ${exDate}::date)`
}

export async function writeSplit(tx: Tx, instrumentId: number, { date, figure }: ImportedCells): Promise<void> {
  await sql`insert into splits (instrument_id, ex_date, new_shares, old_shares, source)
    select ${instrumentId}::integer, ${date('ex_date')}::date, ${figure('new_shares')}::numeric, ${figure('old_shares')}::numeric, 'import'
    where ${notEdited(instrumentId, 'split', date('ex_date'))}
    on conflict (instrument_id, ex_date) do update set new_shares = excluded.new_shares, old_shares = excluded.old_shares, source = excluded.source`.execute(
    tx,
  )
}

export async function writeDividend(
  tx: Tx,
  instrumentId: number,
  { text, date, figure }: ImportedCells,
): Promise<void> {
  await sql`insert into dividends (instrument_id, ex_date, amount, currency, record_date, pay_date, source)
    select ${instrumentId}::integer, ${date('ex_date')}::date, ${figure('amount')}::numeric, ${text('currency')}::text,
      ${date('record_date')}::date, ${date('pay_date')}::date, 'import'
    where ${notEdited(instrumentId, 'dividend', date('ex_date'))}
    on conflict (instrument_id, ex_date) do update set amount = excluded.amount, currency = excluded.currency,
      record_date = excluded.record_date, pay_date = excluded.pay_date`.execute(tx)
}
