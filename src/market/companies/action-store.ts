import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { ImportedCells } from './company-store.ts'

/** A range of days as `2026-01-31`, both ends included. */
export type Days = { from: string; to: string }

/** Actions of one instrument or of regions' stocks, newest first; with `days`, oldest first. `page` counts from 0. */
export type ActionQuery = {
  of: { instrumentId: number } | { regions: readonly string[] }
  days?: Days
  /** The last day that is returned. */
  until?: string
  page: number
  size: number
}

/** An action with its region and code. `day`: `2026-01-31`. */
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

/** Reports of companies, by the day of their publication. */
export async function reportRows(db: Db, query: ActionQuery): Promise<Found<ReportFigures>> {
  const columns = `a.period, to_char(a.period_end, 'YYYY-MM-DD') as period_end, (a.values ->> 'eps')::float8 as eps, a.source`
  return actionRows(db, { name: 'fundamentals', day: 'reported_on', columns, key: ', a.period_end, a.period' }, query)
}

/** `key`: the columns that, beside instrument and day, identify a row, so that pages join exactly. */
type Table = { name: string; day: string; columns: string; key?: string }

async function actionRows<Figures>(
  db: Db,
  { name, day, columns, key = '' }: Table,
  { of, days, until, page, size }: ActionQuery,
): Promise<Found<Figures>> {
  const condition =
    'instrumentId' in of
      ? sql`i.id = ${of.instrumentId}`
      : sql`i.class = 'stock' and i.region = any(${of.regions}::text[])`
  const from = sql`from ${sql.table(name)} a join instruments i on i.id = a.instrument_id where ${condition}
    ${days ? sql`and a.${sql.ref(day)} between ${days.from}::date and ${days.to}::date` : sql``}
    ${until ? sql`and a.${sql.ref(day)} <= ${until}::date` : sql``}`
  const [counted, found] = await Promise.all([
    sql<{ total: string }>`select count(*) as total ${from}`.execute(db),
    sql<ActionRow<Figures>>`
      select i.region, i.code, i.name, i.name_cn, i.name_hk, to_char(a.${sql.ref(day)}, 'YYYY-MM-DD') as day, ${sql.raw(columns)}
      ${from} order by a.${sql.ref(day)} ${days ? sql`asc` : sql`desc`}, i.region, i.code, i.id${sql.raw(key)} limit ${size} offset ${page * size}
    `.execute(db),
  ])
  return { rows: found.rows, total: Number(counted.rows[0]?.total ?? 0) }
}

/** SQL condition: the operator has not edited the day. Imports must not change edited days. */
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
      record_date = excluded.record_date, pay_date = excluded.pay_date, source = excluded.source`.execute(tx)
}

export type SourceSplit = { exDate: string; newShares: number; oldShares: number }
export type SourceDividend = { exDate: string; amount: number; currency: string; recordDate: string; payDate: string }

/** The maximum number of days by which lists and factors may disagree about the day of a split. */
export const sameSplitDays = 5

/**
 * Adds a source's splits and dividends, at most one split and one dividend a day, and replaces the source's earlier
 * actions of these days. Days that were imported, edited or set by another source stay. Splits that were derived from
 * factors are deleted if the source has a split near them.
 */
export async function putSourceActions(
  tx: Tx,
  instrumentId: number,
  source: string,
  { splits, dividends }: { splits: readonly SourceSplit[]; dividends: readonly SourceDividend[] },
): Promise<void> {
  const days = (of: readonly { exDate: string }[]) => of.map(({ exDate }) => exDate)
  const isEdited = (kind: 'split' | 'dividend') => sql`exists (select from corporate_action_edit e
    where e.instrument_id = ${instrumentId} and e.kind = ${kind} and e.ex_date = n.day)`
  const date = (text: string) => (text === '' ? null : text)
  const changes = [
    sql`delete from splits s using unnest(${days(splits)}::date[]) as n (day)
      where s.instrument_id = ${instrumentId} and s.source = 'factors' and abs(s.ex_date - n.day) <= ${sameSplitDays}::integer`,
    sql`insert into splits as s (instrument_id, ex_date, new_shares, old_shares, source)
      select ${instrumentId}::integer, n.day, n.new_shares, n.old_shares, ${source}::text
      from unnest(${days(splits)}::date[], ${splits.map(({ newShares }) => newShares)}::numeric[],
        ${splits.map(({ oldShares }) => oldShares)}::numeric[]) as n (day, new_shares, old_shares)
      where not ${isEdited('split')}
      on conflict (instrument_id, ex_date) do update set new_shares = excluded.new_shares, old_shares = excluded.old_shares
      where s.source = excluded.source and (s.new_shares, s.old_shares) <> (excluded.new_shares, excluded.old_shares)`,
    sql`insert into dividends as d (instrument_id, ex_date, amount, currency, record_date, pay_date, source)
      select ${instrumentId}::integer, n.day, n.amount, n.currency, n.record_day, n.pay_day, ${source}::text
      from unnest(${days(dividends)}::date[], ${dividends.map(({ amount }) => amount)}::numeric[],
        ${dividends.map(({ currency }) => currency)}::text[], ${dividends.map(({ recordDate }) => date(recordDate))}::date[],
        ${dividends.map(({ payDate }) => date(payDate))}::date[]) as n (day, amount, currency, record_day, pay_day)
      where not ${isEdited('dividend')}
      on conflict (instrument_id, ex_date) do update set amount = excluded.amount, currency = excluded.currency,
        record_date = excluded.record_date, pay_date = excluded.pay_date
      where d.source = excluded.source and (d.amount, d.currency, d.record_date, d.pay_date)
        is distinct from (excluded.amount, excluded.currency, excluded.record_date, excluded.pay_date)`,
  ]
  for (const change of changes) await change.execute(tx)
}

/** Deletes a source's splits or dividends on all days except the given days. */
export async function dropSourceActions(
  tx: Tx,
  instrumentId: number,
  source: string,
  { kind, days }: { kind: 'split' | 'dividend'; days: readonly string[] },
): Promise<void> {
  await sql`delete from ${sql.table(kind === 'split' ? 'splits' : 'dividends')}
    where instrument_id = ${instrumentId} and source = ${source} and ex_date <> all(${days}::date[])`.execute(tx)
}
