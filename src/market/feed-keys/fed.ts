import type { Platform } from '#src/platform/platform.ts'
import { keyIn } from '../bars/key-in.ts'
import { type Instrument, keyOf } from '../instruments/instrument.ts'
import { instrumentsById } from '../instruments/instruments.ts'
import { isSimulating } from '../settings.ts'
import * as store from './fed-store.ts'
import { deleteSimulated, withRealRows } from './simulated-store.ts'

/**
 * The channel with a notification for each instrument that a source begins to feed. If no source fed the instrument
 * before, a second notification follows in the sandbox, after the simulated rows of the instrument are deleted.
 */
export const fedChannel = 'fed_instruments'

/**
 * Records that a source feeds these instruments, or that files with their history are imported. Their simulation ends,
 * and their simulated history is deleted. Returns the keys of the instruments that were simulated.
 */
export async function noteFed(
  ctx: Platform,
  instruments: readonly Instrument[],
  source: string = store.storedHistory,
): Promise<string[]> {
  if (instruments.length === 0) return []
  const first = await ctx.postgres.transaction(async (tx) => {
    const ids = instruments.map(({ id }) => id)
    const known = new Set(await store.fedAmong(tx, ids))
    const added = new Set(await store.addFed(tx, ids, source, ctx.clock.now()))
    for (const instrument of instruments)
      if (added.has(instrument.id)) await ctx.postgres.notify(tx, fedChannel, { key: keyOf(instrument) })
    return instruments.filter(({ id }) => added.has(id) && !known.has(id))
  })
  if (ctx.settings.mode === 'live' || first.length === 0) return []
  await deleteSimulated(
    ctx,
    first.map(({ id }) => id),
  )
  // A process that reacted to the first notification may have read rows that are now deleted.
  await ctx.postgres.transaction(async (tx) => {
    for (const instrument of first) await ctx.postgres.notify(tx, fedChannel, { key: keyOf(instrument) })
  })
  if (!isSimulating(ctx)) return []
  const ended = first.filter(({ startPrice }) => startPrice !== null).map(keyOf)
  for (const key of ended) ctx.log.info('an instrument is no longer simulated', { instrument: key, source })
  return ended
}

/** Deletes simulated history, because an instrument with data of its own must have no simulated history. */
export async function dropSimulated(ctx: Platform, instruments: readonly Instrument[]): Promise<void> {
  await deleteSimulated(
    ctx,
    instruments.map(({ id }) => id),
  )
}

export async function dropAllSimulated(ctx: Platform): Promise<void> {
  await deleteSimulated(ctx, 'all')
}

/**
 * Ends simulations of instruments with data of their own. Such simulations remain from an earlier version, or from an
 * interrupted process.
 */
export async function endStoredSimulations(ctx: Platform): Promise<void> {
  const fed = await fedInstruments(ctx)
  const ids = (await withRealRows(ctx)).filter((id) => !fed.has(id))
  await noteFed(ctx, await instrumentsById(ctx, ids))
  await deleteSimulated(ctx, [...fed])
}

export async function fedInstruments({ postgres }: Platform): Promise<ReadonlySet<number>> {
  return new Set(await store.allFed(postgres.db))
}

export async function isFed({ postgres }: Platform, instrumentId: number): Promise<boolean> {
  return (await store.fedAmong(postgres.db, [instrumentId])).length > 0
}

/** Whether the sandbox simulates an instrument. */
export async function isSimulated(ctx: Platform, instrument: Instrument): Promise<boolean> {
  if (!isSimulating(ctx) || instrument.startPrice === null || instrument.state !== 'listed') return false
  return !(await isFed(ctx, instrument.id))
}

/** The keys of the instruments that any source has fed. */
export async function fedKeys({ postgres }: Platform): Promise<ReadonlySet<string>> {
  return new Set(await store.keysOfFed(postgres.db))
}

/** Calls the handler with the key of each newly fed instrument, and with null if notifications may have been lost. */
export async function listenForFed(
  { postgres }: Platform,
  handler: (key: string | null) => unknown,
): Promise<AsyncDisposable> {
  return postgres.listen(
    fedChannel,
    (payload) => handler(keyIn(payload)),
    () => handler(null),
  )
}
