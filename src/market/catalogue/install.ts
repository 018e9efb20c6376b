import type { Platform } from '#src/platform/platform.ts'
import * as store from '../instruments/instrument-store.ts'
import { homeOrder, instrumentsChannel, listInstruments } from '../instruments/instruments.ts'
import { starterInstruments } from './starter.ts'

/** Installs the starter catalogue and returns its number of instruments. A repetition changes nothing. */
export async function installCatalogue(ctx: Platform): Promise<number> {
  const starters = starterInstruments(ctx.clock.now())
  await ctx.postgres.transaction(async (tx) => {
    const { changed } = await store.upsert(tx, starters, 'catalogue')
    if (!changed) return
    await store.chooseHomes(tx, homeOrder)
    await ctx.postgres.notify(tx, instrumentsChannel, null)
  })
  return starters.length
}

/**
 * Installs the starter catalogue if it is missing. Other instruments may exist, because an import can run before the
 * first start.
 */
export async function ensureCatalogue(ctx: Platform): Promise<void> {
  for await (const _ of listInstruments(ctx, { source: 'catalogue' }, 1)) return
  await installCatalogue(ctx)
}
