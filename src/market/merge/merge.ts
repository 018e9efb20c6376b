import { instrumentKey } from '#src/contract/market.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { deleteBars } from '../bars/bar-store.ts'
import { type HistoryNews, historyChannel } from '../bars/bars.ts'
import { readFactors } from '../bars/factors.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { byIds } from '../instruments/instrument-store.ts'
import { homeOrder, instrumentsById, instrumentsChannel, settleHomes } from '../instruments/instruments.ts'
import { copyHistory, countRows, dropCopied, withHistory } from './merge-history.ts'
import * as store from './merge-store.ts'

type MergePair = store.MergePair

const system: Actor = { kind: 'system', name: 'merge' }
const idsAtOnce = 1_000
/** Rows may still come in under the old id while it is emptied; more rounds than a few mean that somebody goes on. */
const roundsMax = 5

/**
 * Makes one instrument of two: bars, ticks, factors and company data of `from` go to `into`, whose id stays, and the code of
 * `from` goes on finding it. A merge that is cut off anywhere goes on with `finishMerges`:
 *
 *   begun (a row in instrument_merges) → history copied → rows moved, `from` gone → old history dropped
 */
export async function mergeInstruments(ctx: Platform, actor: Actor, pair: MergePair): Promise<void> {
  await ctx.postgres.transaction((tx) => store.begin(tx, pair, new Date(ctx.clock.now())))
  await carryOut(ctx, actor, [pair])
}

/** Merges every listing whose exchange was unknown with the one that a list named since. Answers how many there were. */
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

/** Goes on with merges that were cut off, and moves rows that were written under an id after it ended. */
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

/** An instrument as it is now: one that ended meanwhile is its heir, and what was written under its id has followed it. */
export async function followMerge(ctx: Platform, instrument: Instrument): Promise<Instrument> {
  const into = await store.heirOf(ctx.postgres.db, instrument.id)
  if (into === null) return instrument
  await empty(ctx, { from: instrument.id, into })
  const [heir] = await instrumentsById(ctx, [into])
  return heir ?? instrument
}

/** How much is stored of an instrument. */
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
  for (const pair of pairs) {
    // Readers find the whole history under `into` from the moment that `from` is gone.
    if (held.has(pair.from)) await bringHistory(ctx, pair)
    await ctx.postgres.transaction(async (tx) => {
      if (await store.hold(tx, pair)) await moveListing(ctx, tx, actor, pair)
      else await store.abandon(tx, pair.from)
    })
  }
  const left = await withHistory(ctx, ids)
  for (const pair of pairs) if (left.has(pair.from)) await empty(ctx, pair)
}

async function bringHistory(ctx: Platform, pair: MergePair): Promise<void> {
  const imports = await isImported(ctx, pair)
  await copyHistory(ctx, pair, imports)
  if (imports) await deleteBars(ctx, pair.into, 'simulated')
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
    code: from?.code,
    exchange: from?.exchange,
  })
  await ctx.postgres.notify(tx, instrumentsChannel, null)
  const [into] = await byIds(tx, [pair.into])
  if (!into) return
  const key = instrumentKey(into)
  for (const { interval, last_time, last_close } of intervals) {
    const news: HistoryNews = { key, interval, source: 'import', lastTime: Number(last_time), lastClose: last_close }
    await ctx.postgres.notify(tx, historyChannel, news)
  }
}

/** Moves what is still under the old id, until nothing is. */
async function empty(ctx: Platform, pair: MergePair): Promise<void> {
  const imports = await isImported(ctx, pair)
  for (let round = 0; round < roundsMax; round += 1) {
    await copyHistory(ctx, pair, imports)
    await dropCopied(ctx, pair, imports)
    if ((await withHistory(ctx, [pair.from])).size === 0) return
  }
}

async function isImported(ctx: Platform, { from, into }: MergePair): Promise<boolean> {
  return (await store.imported(ctx.postgres.db, [from, into])).length > 0
}
