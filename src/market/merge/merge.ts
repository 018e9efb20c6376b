import { refuse } from '#src/contract/errors.ts'
import { instrumentKey } from '#src/contract/market.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { computeFactors } from '../action-edits/computed-factors.ts'
import { type HistoryChange, historyChannel } from '../bars/bars.ts'
import { isFed, noteFed } from '../feed-keys/fed.ts'
import { readFactors } from '../history/factors.ts'
import { editedById } from '../instruments/edit-store.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { byIds } from '../instruments/instrument-store.ts'
import { homeOrder, instrumentsById, instrumentsChannel, settleHomes } from '../instruments/instruments.ts'
import { withTicksStill } from '../tick-archive/move.ts'
import { copyHistory, countRows, dropCopied, withHistory } from './history-store.ts'
import * as store from './merge-store.ts'
import { mismatchOf } from './mismatch.ts'

type MergePair = store.MergePair

const system: Actor = { kind: 'system', name: 'merge' }
const idsAtOnce = 1_000
/**
 * The maximum number of rounds of copying and deleting. Rounds are repeated because rows may still arrive under the old
 * id. If rows remain after the last round, a process is still writing under the old id.
 */
const roundsMax = 5

/**
 * Merges two instruments: bars, ticks, factors and company data of `from` move to `into`, whose id stays. The code of
 * `from` still finds the instrument. `finishMerges` continues a merge that was interrupted at any step:
 *
 *   begun (a row in instrument_merges) → history copied → rows moved, `from` deleted → old history deleted
 *
 * `version`: the version of `from` that the person read. If `from` has a newer version, the call is refused with
 * `changed_meanwhile`. Null: no check.
 */
export async function mergeInstruments(
  ctx: Platform,
  actor: Actor,
  pair: MergePair,
  version: number | null = null,
): Promise<void> {
  const by = await requireStaff(ctx, actor, 'symbol.merge')
  await ctx.postgres.transaction(async (tx) => {
    const from = await editedById(tx, pair.from, true)
    const into = await editedById(tx, pair.into)
    if (!from || !into) throw refuse('not_found')
    if (version !== null && from.version !== version) throw refuse('changed_meanwhile')
    if (mismatchOf(from, into) !== null) throw refuse('conflict', { param: 'into' })
    await store.begin(tx, pair, new Date(ctx.clock.now()))
  })
  await carryOut(ctx, by, [pair])
}

/**
 * Merges each listing without an exchange and the likeliest listing of its code with an exchange; the older id stays.
 * Returns the number of merges.
 */
export async function mergeDuplicates(ctx: Platform): Promise<number> {
  await finishMerges(ctx)
  let count = 0
  for (;;) {
    const pairs = await store.duplicates(ctx.postgres.db, homeOrder)
    if (pairs.length === 0) break
    await ctx.postgres.transaction(async (tx) => {
      for (const pair of pairs) await store.begin(tx, pair, new Date(ctx.clock.now()))
    })
    count += await finishBegun(ctx)
  }
  if (count > 0) await settleHomes(ctx)
  return count
}

/** Continues interrupted merges, and moves rows that were written under a merged id. */
export async function finishMerges(ctx: Platform): Promise<void> {
  if ((await finishBegun(ctx)) > 0) await settleHomes(ctx)
  for (let after = 0; ; ) {
    const pairs = await store.finishedAfter(ctx.postgres.db, after, idsAtOnce)
    const last = pairs.at(-1)
    if (!last) return
    const late = await withHistory(
      ctx,
      pairs.map(({ from }) => from),
    )
    for (const pair of pairs) if (late.has(pair.from)) await empty(ctx, pair)
    after = last.from
  }
}

/** The given instrument, or the instrument into which it was merged. Rows written under the old id are moved first. */
export async function followMerge(ctx: Platform, instrument: Instrument): Promise<Instrument> {
  const into = await store.heirOf(ctx.postgres.db, instrument.id)
  if (into === null) return instrument
  await empty(ctx, { from: instrument.id, into })
  const [heir] = await instrumentsById(ctx, [into])
  return heir ?? instrument
}

export async function historySize(
  ctx: Platform,
  id: number,
): Promise<{ bars: number; ticks: number; factors: number }> {
  const [bars = 0, ticks = 0] = await countRows(ctx, id)
  return { bars, ticks, factors: (await readFactors(ctx, id)).length }
}

async function finishBegun(ctx: Platform): Promise<number> {
  const pairs = await store.begun(ctx.postgres.db)
  await carryOut(ctx, system, pairs)
  return pairs.length
}

async function carryOut(ctx: Platform, actor: Actor, pairs: readonly MergePair[]): Promise<void> {
  const ids = pairs.map(({ from }) => from)
  const held = await withHistory(ctx, ids)
  for (const { from, into: begunInto } of pairs) {
    // An earlier merge may have merged the target, too.
    const pair = { from, into: (await store.heirOf(ctx.postgres.db, begunInto)) ?? begunInto }
    // The history is copied first, so that readers find the whole history under `into` as soon as `from` is deleted.
    if (held.has(pair.from)) await bringHistory(ctx, pair)
    await ctx.postgres.transaction(async (tx) => {
      if (await store.hold(tx, pair)) await moveListing(ctx, tx, actor, pair)
      else await store.abandon(tx, pair.from)
    })
  }
  const left = await withHistory(ctx, ids)
  for (const { from } of pairs) {
    // If the merge was abandoned, the instrument keeps its rows.
    const into = left.has(from) ? await store.heirOf(ctx.postgres.db, from) : null
    if (into !== null) await empty(ctx, { from, into })
  }
  // The splits, dividends and closes of both instruments now count together.
  for (const { from } of pairs) {
    const into = await store.heirOf(ctx.postgres.db, from)
    if (into !== null) await computeFactors(ctx, into)
  }
}

async function bringHistory(ctx: Platform, pair: MergePair): Promise<void> {
  const isReal = await isEitherFed(ctx, pair)
  if (isReal) await noteFed(ctx, await instrumentsById(ctx, [pair.into]))
  await withTicksStill(ctx, () => copyHistory(ctx, pair, isReal))
}

async function moveListing(ctx: Platform, tx: Tx, actor: Actor, pair: MergePair): Promise<void> {
  const now = new Date(ctx.clock.now())
  const [from] = await byIds(tx, [pair.from])
  const intervals = await store.imported(tx, [pair.from])
  await store.moveRows(tx, pair)
  await store.absorb(tx, pair, now)
  await store.finish(tx, pair, now)
  await ctx.postgres.audit(tx, actor, 'instrument.merge', String(pair.into), {
    from: pair.from,
    symbol: from?.code,
    exchange: from?.exchange,
  })
  await ctx.postgres.notify(tx, instrumentsChannel, null)
  const [into] = await byIds(tx, [pair.into])
  if (!into) return
  const key = instrumentKey(into)
  for (const { interval, last_time, last_close } of intervals) {
    const change: HistoryChange = {
      key,
      interval,
      source: 'import',
      lastTime: Number(last_time),
      lastClose: last_close,
    }
    await ctx.postgres.notify(tx, historyChannel, change)
  }
}

async function empty(ctx: Platform, pair: MergePair): Promise<void> {
  const isReal = await isEitherFed(ctx, pair)
  for (let round = 0; round < roundsMax; round += 1) {
    await withTicksStill(ctx, async () => {
      await copyHistory(ctx, pair, isReal)
      await dropCopied(ctx, pair, isReal)
    })
    if ((await withHistory(ctx, [pair.from])).size === 0) return
  }
}

async function isEitherFed(ctx: Platform, { from, into }: MergePair): Promise<boolean> {
  return (await isFed(ctx, into)) || (await isFed(ctx, from))
}
