import { sql } from 'kysely'
import { type AssetClass, intervalMs, intervals } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { intervalNumber } from '../bars/interval.ts'
import type { Span } from '../calendar/changed-day.ts'

/** A group of instruments that share their hours: class, region and exchange; precious metals are a separate group. */
export type HoursGroup = { class: AssetClass; region: string; exchange: string; isMetal: boolean }

type GroupRow = Omit<HoursGroup, 'isMetal'> & { metal: boolean; count: string }

const metal = sql`(class = 'forex' and code ~ '^X(AU|AG|PT|PD)')`

/** The number of instruments in each group, without delisted instruments. */
export async function hoursGroups(db: Db): Promise<(HoursGroup & { count: number })[]> {
  const { rows } = await sql<GroupRow>`select class, region, exchange, ${metal} as metal, count(*)::text as count
    from instruments where state <> 'delisted' group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
  return rows.map(({ metal: isMetal, count, ...row }) => ({ ...row, isMetal, count: Number(count) }))
}

/**
 * SQL for the instruments of the exchanges' groups. `place`: the index of their exchange. Instruments are read once for
 * all exchanges.
 */
const among = (exchanges: readonly (readonly HoursGroup[])[]) => {
  const rows = exchanges.flatMap((own, index) => own.map((one) => ({ ...one, place: index })))
  const pick = (name: 'class' | 'region' | 'exchange') => rows.map((one) => one[name])
  return sql`(select id, code, liquidity, class, region, exchange, ${metal} as metal from instruments
      where state <> 'delisted') i
    join unnest(${pick('class')}::text[], ${pick('region')}::text[], ${pick('exchange')}::text[],
      ${rows.map(({ isMetal }) => isMetal)}::boolean[], ${rows.map(({ place: index }) => index)}::integer[])
      as l (class, region, exchange, metal, place) using (class, region, exchange, metal)`
}

/** For each exchange, the code of the most liquid instrument in each of its groups. */
export async function bestKnown(db: Db, exchanges: readonly (readonly HoursGroup[])[]): Promise<string[][]> {
  const { rows } = await sql<{ place: number; first: string }>`
    select place, (array_agg(code order by liquidity desc, code))[1] as first from ${among(exchanges)}
    group by place, class, region, exchange, metal order by place, class, region, exchange, metal`.execute(db)
  return exchanges.map((_, index) => rows.filter((one) => one.place === index).map(({ first }) => first))
}

export async function idsOf(db: Db, exchanges: readonly (readonly HoursGroup[])[]): Promise<number[][]> {
  const { rows } = await sql<{ place: number; ids: number[] }>`
    select place, array_agg(id) as ids from ${among(exchanges)} group by place`.execute(db)
  return exchanges.map((_, index) => rows.find((one) => one.place === index)?.ids ?? [])
}

/**
 * `stored`: intraday bars on the date. `before`, `after`: the number of these bars that are outside of every session,
 * by the hours before and after the change. `days`: the number of instruments whose daily bar is built and changes.
 */
export type BarsOfDay = { stored: number; before: number; after: number; days: number }

/** Sessions in ms UTC. `built`: the sessions from which the daily bar is built. */
export type DaySessions = { shown: readonly Span[]; built: readonly Span[] }

/**
 * A date of exchanges with the same hours. `from`, `to`: its beginning and the beginning of the next date, ms UTC.
 * `before`, `after`: its sessions before and after a change.
 */
export type DayOfBars = { date: number; from: number; to: number; before: DaySessions; after: DaySessions }

const intraday = intervals.slice(0, intervalNumber('1d') - 1)
const day = intervalNumber('1d')
const lengths = `[${intraday.map((interval) => intervalMs[interval]).join(', ')}][interval]`

type CountRow = Record<keyof BarsOfDay, string> & { place: number }

/**
 * Counts the bars of a day for some exchanges. Reads each instrument once. Refuses with `history_unavailable` after
 * `maxMs`. Counts distinct times instead of reading with FINAL, which would also resolve the versions of other days.
 */
export async function barsOfDay(
  ctx: Platform,
  exchanges: readonly (readonly number[])[],
  { date, from, to, before, after }: DayOfBars,
  maxMs: number,
): Promise<BarsOfDay[]> {
  const shorter = `interval < ${day}`
  const outside = (sessions: readonly Span[]) => `sumIf(arrayCount(time -> NOT ${inside(sessions)}, times), ${shorter})`
  const rows = await ctx.clickhouse.query<CountRow>(
    `SELECT transform(instrument, {ids:Array(UInt32)}, {places:Array(UInt32)}, 0) AS place, sum(bars) AS stored,
       sum(outsideBefore) AS before, sum(outsideAfter) AS after, countIf(isBuilt AND NOT hasDay) AS days
     FROM (SELECT instrument, sumIf(length(times), ${shorter}) AS bars, ${outside(before.shown)} AS outsideBefore,
         ${outside(after.shown)} AS outsideAfter, max(interval = ${day}) AS hasDay,
         max(${shorter} AND arrayExists(time -> ${inside(before.built)} != ${inside(after.built)}, times)) AS isBuilt
       FROM (SELECT instrument, interval, ${lengths} AS lasts, arrayDistinct(groupArray(time)) AS times FROM bars
         WHERE instrument IN {ids:Array(UInt32)} AND (${shorter} AND time >= {from:Int64} AND time < {to:Int64}
           OR interval = ${day} AND time = {date:Int64})
         GROUP BY instrument, interval)
       GROUP BY instrument)
     GROUP BY place`,
    {
      ids: exchanges.flat(),
      places: exchanges.flatMap((ids, index) => ids.map(() => index)),
      ...{ from: from - 4 * 60 * minuteMs, to, date },
    },
    { lane: 'report', maxMs },
  )
  return exchanges.map((_, index) => {
    const row = rows.find((one) => one.place === index)
    const count = (name: keyof BarsOfDay) => Number(row?.[name] ?? 0)
    return { stored: count('stored'), before: count('before'), after: count('after'), days: count('days') }
  })
}

function inside(sessions: readonly Span[]): string {
  if (sessions.length === 0) return '0'
  return `(${sessions.map(({ open, close }) => `(time + lasts > ${open} AND time < ${close})`).join(' OR ')})`
}
