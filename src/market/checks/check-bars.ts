import { type AssetClass, type Interval, intervals } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import * as store from '../bars/bar-store.ts'
import { isIntraday } from '../bars/interval.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { exchangeOf } from '../calendar/exchange-of.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { queueJob, type Tally, type Work } from '../jobs/jobs.ts'
import { readScope, type SaidScope } from '../jobs/scope.ts'
import { type Found, runsOf, splitLike } from './finding.ts'
import { mendOthers, putFindings, splitDays } from './finding-store.ts'
import { tradingDays } from './open-days.ts'
import { stoppedSeries } from './stopped.ts'
import { daysWithoutBars, rowsMax, type Series, type SuspectRow, suspectBars } from './suspect-store.ts'

/**
 * The length of the period that one statement reads, which limits memory: days of many instruments, or minutes of one
 * instrument.
 */
const dayPartMs = 3_660 * dayMs
const minutePartMs = 92 * dayMs
const runsMax = 20
/** Tolerance for the day of a split, because lists differ from the ex-date by a few days. */
const splitSlackMs = 5 * dayMs
const reading = { lane: 'report', maxMs: 120_000 } as const

/** Classes whose bars have no volume. */
const withoutVolume: readonly AssetClass[] = ['forex', 'indices']

/** Queues a check of stored bars; each finding becomes a row for the staff. */
export async function startCheck(ctx: Platform, actor: Actor, input: SaidScope): Promise<string> {
  const by = await requireStaff(ctx, actor, 'bars.verify')
  const scope = await readScope(ctx, input)
  return ctx.postgres.transaction(async (tx) => {
    const id = await queueJob(ctx, tx, 'verify', scope)
    await ctx.postgres.audit(tx, by, 'bars.verify', id, scope)
    return id
  })
}

/**
 * Checks one batch of a job for bars with an open or close outside of low and high, jumps against both neighbours, days
 * without volume, missing days and sessions, series that end although the market is open, and probable unlisted splits.
 * The column store selects suspicious bars.
 */
export const checkWork: Work = {
  atOnce: 50,
  async run(ctx, { scope }, instruments, signal) {
    const spans = await store.coverages(
      ctx,
      instruments.map(({ id }) => id),
      reading,
    )
    const [from, to] = [scope.from ?? Number.MIN_SAFE_INTEGER, Math.min(scope.to ?? ctx.clock.now(), ctx.clock.now())]
    const found: Found[] = []
    const cut = new Set<number>()
    for (const series of seriesOf(ctx, instruments, spans, from, to)) {
      if (signal.aborted) return {}
      found.push(...(await suspects(ctx, series, instruments, cut)), ...(await gaps(ctx, series)))
    }
    const isToNow = scope.to === null
    if (isToNow) found.push(...stoppedSeries(ctx, instruments, spans))
    return keep(ctx, { ids: instruments.map(({ id }) => id).filter((id) => !cut.has(id)), from, to, isToNow }, found)
  },
}

async function keep(ctx: Platform, checked: Parameters<typeof mendOthers>[1], found: readonly Found[]): Promise<Tally> {
  return ctx.postgres.transaction(async (tx) => {
    const now = ctx.clock.now()
    const fresh = await putFindings(tx, unique(found), now)
    return { findings: fresh, mended: await mendOthers(tx, checked, found, now) }
  })
}

/** Removes duplicates, because the periods that two statements read overlap at their edges. */
function unique(found: readonly Found[]): Found[] {
  return [
    ...new Map(found.map((one) => [`${one.instrumentId} ${one.interval} ${one.kind} ${one.first}`, one])).values(),
  ]
}

/**
 * The series to read, one per statement and period. A statement reads the days, weeks or months of one exchange's
 * instruments, or the intraday bars of one instrument at one interval.
 */
function* seriesOf(
  ctx: Platform,
  instruments: readonly Instrument[],
  spans: ReadonlyMap<number, store.StoredSpan[]>,
  from: number,
  to: number,
): Generator<Series> {
  type Group = { ids: number[]; exchange: Exchange; interval: Interval; first: number; last: number }
  const groups = new Map<string, Group>()
  for (const instrument of instruments) {
    const exchange = exchangeOf(ctx, instrument)
    for (const { interval: number, first, last } of spans.get(instrument.id) ?? []) {
      const interval = intervals[number - 1]
      if (!interval) continue
      const name = `${interval} ${isIntraday(interval) ? instrument.id : exchange.code}`
      const known = groups.get(name) ?? { ids: [], exchange, interval, first, last }
      known.ids.push(instrument.id)
      groups.set(name, { ...known, first: Math.min(known.first, first), last: Math.max(known.last, last) })
    }
  }
  for (const { first, last, ...group } of groups.values()) {
    const step = isIntraday(group.interval) ? minutePartMs : dayPartMs
    const end = Math.min(to, last)
    for (let at = Math.max(from, first); at <= end; at += step)
      yield { ...group, from: at, to: Math.min(end, at + step - 1) }
  }
}

async function suspects(
  ctx: Platform,
  series: Series,
  instruments: readonly Instrument[],
  cut: Set<number>,
): Promise<Found[]> {
  const rows = await suspectBars(ctx, series)
  const splits = rows.some(({ isStep }) => isStep) ? await splitDays(ctx.postgres.db, series.ids) : new Map()
  const found: Found[] = []
  for (const instrument of instruments) {
    const own = rows.filter((row) => row.instrument === instrument.id)
    if (own.length >= rowsMax) cut.add(instrument.id)
    found.push(...barsOf(instrument, series.interval, own, splits.get(instrument.id) ?? []))
  }
  return found
}

function barsOf(
  instrument: Instrument,
  interval: Interval,
  rows: readonly SuspectRow[],
  splits: readonly number[],
): Found[] {
  const about = { instrumentId: instrument.id, interval }
  const single = rows.flatMap(({ time: text, previous, open, high, low, close, before, after, ...is }): Found[] => {
    const time = Number(text)
    const at = { ...about, first: time, last: time }
    const bar = { open, high, low, close }
    const ratio = is.isStep ? stepOf(instrument, before, open) : null
    const isKnown = splits.some((day) => Math.abs(day - time) <= splitSlackMs)
    return [
      ...(is.isOutside ? [{ ...at, kind: 'outside' as const, detail: bar }] : []),
      ...(is.isJump ? [{ ...at, kind: 'jump' as const, detail: { ...bar, before, after } }] : []),
      ...(is.isHole
        ? [
            {
              ...at,
              kind: 'gap' as const,
              first: Number(previous),
              detail: { minutes: Math.round((time - Number(previous)) / 60_000) },
            },
          ]
        : []),
      ...(ratio !== null && !isKnown ? [{ ...at, kind: 'split' as const, detail: { ratio, before, open } }] : []),
    ]
  })
  const empty = withoutVolume.includes(instrument.class) ? [] : rows.filter(({ isEmpty }) => isEmpty)
  const runs = runsOf(empty.map(({ place: index, time }) => ({ index: Number(index), time: Number(time) })).reverse())
  return [
    ...single,
    ...runs.map(
      ({ first, last, count }): Found => ({ ...about, kind: 'no_volume', first, last, detail: { bars: count } }),
    ),
  ]
}

/** Only stocks and funds have splits. */
function stepOf({ class: assetClass }: Instrument, before: number, open: number): number | null {
  return assetClass === 'stock' || assetClass === 'fund' ? splitLike(before, open) : null
}

/** Finds trading days without a bar, as runs of days. An instrument with very many runs gets a single finding. */
async function gaps(ctx: Platform, series: Series): Promise<Found[]> {
  const { exchange, interval } = series
  if (!isIntraday(interval) && interval !== '1d') return []
  const days = tradingDays(exchange, series.from, Math.min(series.to, ctx.clock.now() - dayMs))
  if (days.length === 0) return []
  const rows = await daysWithoutBars(ctx, series, days)
  const indexes = new Map(days.map((day, index) => [day, index]))
  return rows.flatMap(({ instrument: instrumentId, days: missing }) => {
    const times = missing.map((day) => day * dayMs)
    const runs = runsOf(times.map((time) => ({ index: indexes.get(time) ?? 0, time })))
    const [first, last] = [runs[0], runs.at(-1)]
    const reported =
      runs.length > runsMax && first && last
        ? [{ first: first.first, last: last.last, count: times.length, runs: runs.length }]
        : runs
    return reported.map(
      ({ first, last, count, ...more }): Found => ({
        ...{ instrumentId, interval, kind: 'gap', first, last },
        detail: { days: count, ...more },
      }),
    )
  })
}
