import { sql } from 'kysely'
import type { Platform } from '#src/platform/platform.ts'

/** The company of an event: region `r`, code `c`. */
type Listing = { r: string; c: string; names: { en: string; cn: string; hk: string } }

/** Days are ms at 00:00 UTC. New shares replace old ones from the ex-date `d` on. */
export type Split = Listing & { d: number; newShares: number; oldShares: number; source: string }
/** Amount `a` per share by ex-date `d`, with record and pay date where known. */
export type Dividend = Listing & {
  d: number
  a: number
  cur: string
  rd: number | null
  pd: number | null
  source: string
}
/** The factors apply up to and including `d`; `rp` is the raw close of that day. */
export type FactorRow = Listing & { d: number; pf: number; sf: number; rp: number; source: string }

/** One instrument, or all shares of some regions. Pages count from 0. */
export type ActionQuery = {
  of: { instrumentId: number } | { regions: readonly string[] }
  page: number
  size: number
}
export type ActionPage<Row> = { rows: Row[]; total: number }

type Cells = Record<string, string | number | null> & { region: string; code: string; day: string; total: string }

export async function readSplits(ctx: Platform, query: ActionQuery): Promise<ActionPage<Split>> {
  const table = { name: 'splits', day: 'ex_date', columns: 'a.new_shares, a.old_shares, a.source' }
  return read(ctx, table, query, (row) => ({
    newShares: Number(row.new_shares),
    oldShares: Number(row.old_shares),
    source: String(row.source),
  }))
}

export async function readDividends(ctx: Platform, query: ActionQuery): Promise<ActionPage<Dividend>> {
  const dates = `to_char(a.record_date, 'YYYY-MM-DD') as record_day, to_char(a.pay_date, 'YYYY-MM-DD') as pay_day`
  const table = { name: 'dividends', day: 'ex_date', columns: `a.amount, a.currency as paid_in, a.source, ${dates}` }
  return read(ctx, table, query, (row) => ({
    a: Number(row.amount),
    cur: String(row.paid_in),
    rd: row.record_day === null ? null : dayMs(String(row.record_day)),
    pd: row.pay_day === null ? null : dayMs(String(row.pay_day)),
    source: String(row.source),
  }))
}

export async function readFactorRows(ctx: Platform, query: ActionQuery): Promise<ActionPage<FactorRow>> {
  const table = { name: 'factors', day: 'date', columns: 'a.price_factor, a.split_factor, a.reference_price' }
  return read(ctx, table, query, (row) => ({
    pf: Number(row.price_factor),
    sf: Number(row.split_factor),
    rp: Number(row.reference_price),
    source: 'import',
  }))
}

type Table = { name: string; day: string; columns: string }

/** One page, newest first, with the count of all rows. */
async function read<Figures extends object>(
  ctx: Platform,
  { name, day, columns }: Table,
  { of, page, size }: ActionQuery,
  figuresOf: (row: Cells) => Figures,
): Promise<ActionPage<Listing & { d: number } & Figures>> {
  const place =
    'instrumentId' in of
      ? sql`i.id = ${of.instrumentId}`
      : sql`i.class = 'stock' and i.region = any(${of.regions}::text[])`
  const from = sql`from ${sql.table(name)} a join instruments i on i.id = a.instrument_id where ${place}`
  const [counted, found] = await Promise.all([
    sql<{ total: string }>`select count(*) as total ${from}`.execute(ctx.postgres.db),
    sql<Cells>`
      select i.region, i.code, i.name, i.name_cn, i.name_hk, to_char(a.${sql.ref(day)}, 'YYYY-MM-DD') as day, ${sql.raw(columns)}
      ${from} order by a.${sql.ref(day)} desc, i.region, i.code, i.id limit ${size} offset ${page * size}
    `.execute(ctx.postgres.db),
  ])
  const rows = found.rows.map((row) => ({
    r: row.region,
    c: row.code,
    names: { en: String(row.name), cn: String(row.name_cn), hk: String(row.name_hk) },
    d: dayMs(row.day),
    ...figuresOf(row),
  }))
  return { rows, total: Number(counted.rows[0]?.total ?? 0) }
}

function dayMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
