import { type AssetClass, assetClasses, channelOf, type MarketEvent } from '#src/contract/market.ts'
import { parseShardName, shardName, shardNames, shardOf } from '#src/platform/addressing/shards.ts'
import type { Platform, Tape, TapeBatch, TapeEntry } from '#src/platform/platform.ts'

export type MarketEntry<E extends MarketEvent = MarketEvent> = TapeEntry<E>
export type MarketBatch = TapeBatch<MarketEvent>

type Holder = Pick<Platform, 'tape'>

/** The tape with market events. Only feeds append them, and check each event, so readers need not validate. */
export function marketTape({ tape }: Holder): Tape<MarketEvent> {
  return tape as Tape<MarketEvent>
}

/** The tape's channels: one for each class and shard, or only those of a single class or shard. */
export function tapeChannels({ tape }: Holder, only: { class?: AssetClass; shard?: number } = {}): string[] {
  return assetClasses
    .filter((name) => only.class === undefined || only.class === name)
    .flatMap((name) => shardNames(name, tape.shards))
    .filter((channel) => only.shard === undefined || parseShardName(channel).shard === only.shard)
}

export function channelFor({ tape }: Holder, key: string): string {
  return shardName(channelOf(key), shardOf(key, tape.shards), tape.shards)
}

export function readChannel(name: string): { class: AssetClass; shard: number } {
  const { channel, shard } = parseShardName(name)
  return { class: channel as AssetClass, shard }
}
