import { sql } from 'kysely'
import { type AssetClass, intervalMs, intervals } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { intervalNumber } from '../bars/interval.ts'
import type { Span } from '../calendar/changed-day.ts'

/** Instruments that share their hours: those of a class, a region and an exchange; precious metals apart. */
export type Listing = { class: AssetClass; region: string; exchange: string; isMetal: boolean }

type ListingRow = Omit<Listing, 'isMetal'> & { metal: boolean; count: string; first: string }

const metal = sql`(class = 'forex' and code ~ '^X(AU|AG|PT|PD)')`

/** How many instruments that are not delisted are of each listing, with the best known of them. */
export async function listings(db: Db): Promise<(Listing & { count: number; first: string })[]> {
  const { rows } = await sql<ListingRow>`select class, region, exchange, ${metal} as metal, count(*)::text as count,
      (array_agg(code order by liquidity desc, code))[1] as first
    from instruments where state <> 'delisted' group by 1, 2, 3, 4`.execute(db)
  return rows.map(({ metal: isMetal, count, ...row }) => ({ ...row, isMetal, count: Number(count) }))
}

export async function idsOf(db: Db, of: readonly Listing[]): Promise<number[]> {
  const pick = (name: 'class' | 'region' | 'exchange') => of.map((one) => one[name])
  const { rows } = await sql<{ id: number }>`select id from instruments
    where state <> 'delisted' and (class, region, exchange, ${metal}) in (
      select * from unnest(${pick('class')}::text[], ${pick('region')}::text[], ${pick('exchange')}::text[],
        ${of.map(({ isMetal }) => isMetal)}::boolean[]))`.execute(db)
  return rows.map(({ id }) => id)
}

/** `stored`: bars shorter than a day on the date; `before` and `after`: those of them outside of every session; `days`: instruments whose daily bar is built of other bars. */
export type BarsOfDay = { stored: number; before: number; after: number; days: number }

/** Sessions in ms UTC. `built`: those that the daily bar is built of. */
export type DaySessions = { shown: readonly Span[]; built: readonly Span[] }

const intraday = intervals.slice(0, intervalNumber('1d') - 1)
const lengths = `[${intraday.map((interval) => intervalMs[interval]).join(', ')}][interval]`
const maxMs = 4_000

/** Reads the day of each instrument once. Refuses with `history_unavailable` when that takes longer than 4 s. */
export async function barsOfDay(
  ctx: Platform,
  instruments: readonly number[],
  { from, to, date }: { from: number; to: number; date: number },
  { before, after }: { before: DaySessions; after: DaySessions },
): Promise<BarsOfDay> {
  const [row] = await ctx.clickhouse.query<Record<keyof BarsOfDay, string>>(
    `SELECT count() AS stored, countIf(NOT ${inside(before.shown)}) AS before, countIf(NOT ${inside(after.shown)}) AS after,
       uniqExactIf(instrument, ${inside(before.built)} != ${inside(after.built)} AND instrument NOT IN (
         SELECT instrument FROM bars WHERE instrument IN {ids:Array(UInt32)} AND interval = ${intervalNumber('1d')}
           AND time = {date:Int64})) AS days
     FROM (SELECT instrument, time, time + ${lengths} AS until FROM bars FINAL
       WHERE instrument IN {ids:Array(UInt32)} AND interval <= ${intraday.length}
         AND time >= {from:Int64} AND time < {to:Int64})`,
    { ids: [...instruments], from: from - 4 * 60 * minuteMs, to, date },
    { lane: 'report', maxMs },
  )
  return {
    stored: Number(row?.stored ?? 0),
    before: Number(row?.before ?? 0),
    after: Number(row?.after ?? 0),
    days: Number(row?.days ?? 0),
  }
}

function inside(sessions: readonly Span[]): string {
  if (sessions.length === 0) return '0'
  return `(${sessions.map(({ open, close }) => `(until > ${open} AND time < ${close})`).join(' OR ')})`
}
