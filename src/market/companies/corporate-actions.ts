import type { Platform } from '#src/platform/platform.ts'
import {
  type ActionQuery,
  type ActionRow,
  type Days,
  dividendRows,
  factorRows,
  reportRows,
  splitRows,
} from './action-store.ts'

export type { ActionQuery, Days }

/** The instrument of an action: region `r`, code `c`. */
type Listing = { r: string; c: string; names: { en: string; cn: string; hk: string } }

/** Days are ms at 00:00 UTC. From the ex-date `d` on, new shares replace old shares. */
export type Split = Listing & { d: number; newShares: number; oldShares: number; source: string }
/** The amount `a` per share for the ex-date `d`, with record and pay date if known. */
export type Dividend = Listing & {
  d: number
  a: number
  cur: string
  rd: number | null
  pd: number | null
  source: string
}
/**
 * The factors `pf` (price) and `sf` (split) apply to prices up to and including day `d`; `rp` is the raw close of
 * that day.
 */
export type FactorRow = Listing & { d: number; pf: number; sf: number; rp: number; source: string }

/** Figures published on day `d` for the period that ended on day `pe`; `eps` per share, null if unknown. */
export type Report = Listing & { d: number; period: 'quarter' | 'year'; pe: number; eps: number | null; source: string }

export type ActionPage<Row> = { rows: Row[]; total: number }

export async function readSplits({ postgres: { db } }: Platform, query: ActionQuery): Promise<ActionPage<Split>> {
  return pageOf(await splitRows(db, query), (row) => ({
    newShares: Number(row.new_shares),
    oldShares: Number(row.old_shares),
    source: row.source,
  }))
}

export async function readDividends({ postgres: { db } }: Platform, query: ActionQuery): Promise<ActionPage<Dividend>> {
  return pageOf(await dividendRows(db, query), (row) => ({
    a: Number(row.amount),
    cur: row.paid_in,
    rd: row.record_day === null ? null : dayMs(row.record_day),
    pd: row.pay_day === null ? null : dayMs(row.pay_day),
    source: row.source,
  }))
}

export async function readFactorRows(
  { postgres: { db } }: Platform,
  query: ActionQuery,
): Promise<ActionPage<FactorRow>> {
  return pageOf(await factorRows(db, query), (row) => ({
    pf: row.price_factor,
    sf: row.split_factor,
    rp: row.reference_price,
    source: row.source,
  }))
}

export async function readReports({ postgres: { db } }: Platform, query: ActionQuery): Promise<ActionPage<Report>> {
  return pageOf(await reportRows(db, query), ({ period, period_end, eps, source }) => {
    return { period, pe: dayMs(period_end), eps, source }
  })
}

function pageOf<Figures, Shown extends object>(
  { rows, total }: { rows: readonly ActionRow<Figures>[]; total: number },
  figuresOf: (row: Figures) => Shown,
): ActionPage<Listing & { d: number } & Shown> {
  const shown = rows.map((row) => ({
    r: row.region,
    c: row.code,
    names: { en: row.name, cn: row.name_cn, hk: row.name_hk },
    d: dayMs(row.day),
    ...figuresOf(row),
  }))
  return { rows: shown, total }
}

function dayMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
