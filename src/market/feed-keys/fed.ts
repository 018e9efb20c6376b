import type { Platform } from '#src/platform/platform.ts'
import { dropSimulated } from '../bars/bars.ts'
import { type Instrument, keyOf } from '../instruments/instrument.ts'
import * as store from './fed-store.ts'

const channel = 'fed_instruments'

/** Records that a source feeds an instrument. Its simulation ends, and its simulated history is deleted. */
export async function noteFed(ctx: Platform, instrument: Instrument, source: string): Promise<void> {
  const isFirst = await ctx.postgres.transaction(async (tx) => {
    const added = await store.addFed(tx, instrument.id, source, ctx.clock.now())
    if (added) await ctx.postgres.notify(tx, channel, { key: keyOf(instrument) })
    return added
  })
  if (isFirst) await dropSimulated(ctx, instrument)
}

export async function fedInstruments({ postgres }: Platform): Promise<ReadonlySet<number>> {
  return new Set(await store.allFed(postgres.db))
}

/** The keys of the instruments that these sources have fed. */
export async function fedBy({ postgres }: Platform, sources: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await store.keysFedBy(postgres.db, sources))
}

/** Calls the handler with the key of each newly fed instrument; with null if notifications may be lost. */
export async function listenForFed(
  { postgres }: Platform,
  handler: (key: string | null) => void,
): Promise<AsyncDisposable> {
  return postgres.listen(
    channel,
    (payload) =>
      handler(
        typeof payload === 'object' && payload !== null && 'key' in payload && typeof payload.key === 'string'
          ? payload.key
          : null,
      ),
    () => handler(null),
  )
}
