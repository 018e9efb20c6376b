import { type AssetClass, intervals } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Actor } from '#src/platform/actor.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import * as store from './coverage-store.ts'
import { recentCoverage } from './recent.ts'
import { storedSeries } from './stored-store.ts'

const pollMs = minuteMs / 2
const countEveryMaxMs = 30 * minuteMs
/** Counts take at most this share of the time, because a count reads the keys of all rows with several threads. */
const shareMax = 0.002

/**
 * A class on an exchange. `instruments`: the number of instruments that are not delisted; `kinds`: stored kinds of
 * data, ticks last.
 */
export type CoveredExchange = {
  class: AssetClass
  exchange: string
  instruments: number
  kinds: Omit<store.CoverageRow, 'class' | 'exchange'>[]
  /** The completeness of the last 30 trading days by interval, only for intervals that are stored or can be built. */
  recent: Omit<store.RecentRow, 'class' | 'exchange'>[]
}

/** The stored data at the last count. `counted` is null before the first count. */
export async function readCoverageTable(
  ctx: Platform,
  actor: Actor,
): Promise<{ counted: { at: number; ms: number } | null; places: CoveredExchange[] }> {
  await requireStaff(ctx, actor, 'coverage.list')
  const { db } = ctx.postgres
  const [counted, all, rows, recent] = [
    await store.lastCount(db),
    await store.instrumentCounts(db),
    await store.coverageRows(db),
    await store.recentRows(db),
  ]
  const places = all.map((counts) => ({
    ...counts,
    kinds: rowsOf(rows, counts).sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)),
    recent: rowsOf(recent, counts).sort((a, b) => order.indexOf(a.interval) - order.indexOf(b.interval)),
  }))
  return { counted, places }
}

type ClassAndExchange = Pick<store.CoverageRow, 'class' | 'exchange'>

function rowsOf<R extends ClassAndExchange>(
  rows: readonly R[],
  wanted: ClassAndExchange,
): Omit<R, keyof ClassAndExchange>[] {
  return rows
    .filter((row) => row.class === wanted.class && row.exchange === wanted.exchange)
    .map(({ class: _, exchange: __, ...row }) => row)
}

/**
 * The stored data of one market or all markets at the last count, by class and exchange, then by interval, with trades
 * last.
 */
export async function storedCoverage(
  ctx: Platform,
  filter: { class: AssetClass | null; region: string | null },
): Promise<store.CoverageRow[]> {
  const rows = await store.coverageRows(ctx.postgres.db, filter)
  const nameOf = (row: store.CoverageRow) => `${row.class} ${row.exchange}`
  return rows.sort((a, b) => nameOf(a).localeCompare(nameOf(b)) || order.indexOf(a.kind) - order.indexOf(b.kind))
}

/**
 * Counts the stored data every minute, or less often if counts take long. One process makes each count. The first count
 * waits, because a start needs the processor.
 */
export function countCoverage(ctx: Platform): AsyncDisposable {
  const failed = 'the stored bars could not be counted'
  return every(ctx, { everyMs: pollMs, failed, waitFirst: true }, () => countIfDue(ctx))
}

/** Counts the stored data, unless a process has recently begun a count. */
export async function countIfDue(ctx: Platform): Promise<void> {
  const begun = ctx.clock.now()
  const last = await store.lastCount(ctx.postgres.db)
  const waitMs = Math.min(countEveryMaxMs, Math.max(minuteMs, (last?.ms ?? 0) / shareMax))
  if (!(await store.claimCount(ctx.postgres.db, begun, begun - waitMs))) return
  const started = performance.now()
  const series = await storedSeries(ctx)
  const listings = await store.listingsById(ctx.postgres.db)
  const found = new Map<string, store.CoverageRow>()
  for (const { instrument, interval, first, last, rows, sources } of series) {
    const listing = listings.get(instrument)
    if (!listing) continue
    const kind = interval === 0 ? store.ticks : (intervals[interval - 1] ?? store.ticks)
    const name = `${listing.class} ${listing.exchange} ${kind}`
    const { class: assetClass, exchange } = listing
    const known = found.get(name) ?? {
      class: assetClass,
      exchange,
      kind,
      instruments: 0,
      rows: 0,
      first,
      last,
      sources: [],
    }
    found.set(name, {
      ...known,
      instruments: known.instruments + 1,
      rows: known.rows + rows,
      first: Math.min(known.first, first),
      last: Math.max(known.last, last),
      sources: [...new Set([...known.sources, ...sources])].sort(),
    })
  }
  const recent = await recentCoverage(ctx, series, listings)
  const ms = Math.round(performance.now() - started)
  await ctx.postgres.transaction(async (tx) => {
    await store.putRecent(tx, recent)
    await store.putCoverage(tx, [...found.values()], { now: ctx.clock.now(), ms })
  })
}

const order: readonly string[] = [...intervals, store.ticks]
