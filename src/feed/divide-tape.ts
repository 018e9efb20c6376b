import { assetClasses } from '#src/contract/market.ts'
import { tapeChannels } from '#src/market/tape.ts'
import { shardNames } from '#src/platform/addressing/shards.ts'
import { dropLeases, listLeases } from '#src/platform/leases/lease.ts'
import type { Platform } from '#src/platform/platform.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { forgetOffsets } from './recorder-store.ts'

/**
 * Divides the tape into another number of shards. Feeds and recorders must be stopped; running gateways and sites exit.
 * Afterwards the recorders read the whole tape again; rows that history already has do not change.
 */
export async function divideTape(ctx: Platform, shards: number, onProgress: (events: number) => void): Promise<void> {
  const leases = await listLeases(ctx.postgres.db)
  const busy = leases.find(({ name, holder }) => holder !== null && /^(feed:|recorder)/.test(name))
  if (busy) throw new SettingsError(`${busy.holder} holds ${busy.name}. Stop all processes first, and run this again.`)
  if (shards === ctx.tape.shards) return ctx.tape.divide(shards, { channels: assetClasses, keyOf, onProgress })
  await forgetOffsets(ctx, tapeChannels(ctx))
  await ctx.tape.divide(shards, { channels: assetClasses, keyOf, onProgress })
  await dropLeases(ctx.postgres.db, shardNames('recorder', ctx.tape.shards))
}

/** All lanes of an instrument are in one shard. */
function keyOf(lane: string): string {
  return lane.slice(0, lane.lastIndexOf(':'))
}
