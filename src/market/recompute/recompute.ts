import { isRefusal, refuse } from '#src/contract/errors.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { announceHistory } from '../bars/bars.ts'
import { readBars } from '../history/history.ts'
import { type Instrument, keyOf } from '../instruments/instrument.ts'
import { queueJob, type Way, type Work } from '../jobs/jobs.ts'
import { instrumentsIn, readScope, type SaidScope, type Scope } from '../jobs/scope.ts'
import { archivedUntil } from '../tick-archive/pages.ts'
import { type ChangedMinute, countChanges, type Period, withTicks, writeMinutes } from './minute-store.ts'

const periodMsMax = 31 * dayMs
const previewMs = 2_000
const previewInstruments = 200
const samplesMax = 8

export type Recompute = SaidScope & { way: Way }

/**
 * `instruments`: the number of checked instruments with ticks. `counted`: the number of these whose changes were
 * counted in time.
 */
export type RecomputeEffect = {
  instruments: number
  counted: number
  added: number
  changed: number
  samples: (ChangedMinute & { key: string })[]
}

/**
 * Counts the minutes that a recomputation would add and change, for at most two seconds. Only minutes are built and
 * stored; longer bars are built on each read, so they change with the minutes.
 */
export async function previewRecompute(ctx: Platform, actor: Actor, input: Recompute): Promise<RecomputeEffect> {
  await requireStaff(ctx, actor, 'bars.recompute_preview')
  const scope = await readRecompute(ctx, input)
  const period = periodOf(ctx, scope)
  const until = performance.now() + previewMs
  const effect: RecomputeEffect = { instruments: 0, counted: 0, added: 0, changed: 0, samples: [] }
  for await (const page of instrumentsIn(ctx, scope, 0, previewInstruments)) {
    const ids = await withTicks(ctx, idsOf(page), period)
    effect.instruments += ids.length
    for (const instrument of page.filter(({ id }) => ids.includes(id))) {
      const left = until - performance.now()
      if (left <= 0) return effect
      const own = await storedPeriod(ctx, instrument.id, period)
      const found = await countChanges(ctx, instrument.id, own, input.way, left).catch((error: unknown) => {
        if (isRefusal(error) && error.error === 'history_unavailable') return null
        throw error
      })
      if (!found) return effect
      effect.counted += 1
      effect.added += found.added
      effect.changed += found.changed
      const capacity = samplesMax - effect.samples.length
      effect.samples.push(...found.samples.slice(0, capacity).map((sample) => ({ ...sample, key: keyOf(instrument) })))
    }
    if (performance.now() > until) return effect
  }
  return effect
}

/** Rebuilds minutes from recorded ticks in the background. Covers at most 31 days of one instrument or class. */
export async function startRecompute(ctx: Platform, actor: Actor, input: Recompute): Promise<string> {
  const by = await requireStaff(ctx, actor, 'bars.recompute')
  const scope = await readRecompute(ctx, input)
  return ctx.postgres.transaction(async (tx) => {
    const id = await queueJob(ctx, tx, 'recompute', { ...scope, way: input.way })
    await ctx.postgres.audit(tx, by, 'bars.recompute', id, { ...scope, way: input.way })
    return id
  })
}

async function readRecompute(ctx: Platform, input: Recompute): Promise<Scope> {
  for (const param of ['from', 'to'] as const) if (!input[param]) throw refuse('missing_parameter', { param })
  if (!input.symbol && !input.class) throw refuse('missing_parameter', { param: 'symbol' })
  const scope = await readScope(ctx, input)
  if ((scope.to ?? 0) - (scope.from ?? 0) > periodMsMax) throw refuse('invalid_parameter', { param: 'to' })
  return scope
}

/** The running minute is excluded. */
function periodOf(ctx: Platform, { from, to }: Scope): Period {
  const now = ctx.clock.now()
  const ended = now - (now % minuteMs) - 1
  return { from: from ?? 0, to: Math.min(to ?? ended, ended) }
}

/**
 * Recomputes as a job. One statement writes an instrument's minutes. Afterwards all processes drop their cached bars.
 */
export const recomputeWork: Work = {
  atOnce: 20,
  async run(ctx, { scope }, instruments, signal) {
    const tally = { instruments: 0, added: 0, changed: 0 }
    const period = periodOf(ctx, scope)
    const ids = await withTicks(ctx, idsOf(instruments), period)
    for (const instrument of instruments.filter(({ id }) => ids.includes(id))) {
      if (signal.aborted) return tally
      const own = await storedPeriod(ctx, instrument.id, period)
      const { added, changed } = await recomputeOne(ctx, instrument, own, scope.way ?? 'missing')
      tally.instruments += 1
      tally.added += added
      tally.changed += changed
    }
    return tally
  },
}

async function recomputeOne(ctx: Platform, instrument: Instrument, period: Period, way: Way) {
  const found = await countChanges(ctx, instrument.id, period, way, minuteMs)
  if (found.last === null) return found
  await writeMinutes(ctx, instrument.id, period, way)
  const [last] = await readBars(ctx, { instrument, interval: '1m', to: found.last, limit: 1, order: 'newest' })
  if (last) await announceHistory(ctx, instrument, '1m', last)
  return found
}

/**
 * The part of the period after the days whose ticks are archived: on those days, the few late ticks in the store would
 * result in incomplete minutes.
 */
async function storedPeriod(ctx: Platform, instrumentId: number, { from, to }: Period): Promise<Period> {
  const until = await archivedUntil(ctx, instrumentId)
  return { from: until === null ? from : Math.max(from, Math.floor(until / dayMs + 1) * dayMs), to }
}

function idsOf(instruments: readonly Instrument[]): number[] {
  return instruments.map(({ id }) => id)
}
