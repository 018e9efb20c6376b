export const shardsMax = 64

/** The number of shards must be a power of two, so that a later division only splits or joins shards. */
export function isShardCount(shards: number): boolean {
  return Number.isInteger(shards) && shards >= 1 && shards <= shardsMax && (shards & (shards - 1)) === 0
}

/** The names of a channel's shards. A single shard has the channel's name, as in releases without shards. */
export function shardNames(channel: string, shards: number): string[] {
  return Array.from({ length: shards }, (_, shard) => shardName(channel, shard, shards))
}

/** The name of one shard. It includes the number of shards, so a shard of another division has another name. */
export function shardName(channel: string, shard: number, shards: number): string {
  return shards === 1 ? channel : `${channel}.${shard}of${shards}`
}

export function parseShardName(name: string): { channel: string; shard: number } {
  const [, channel = name, shard = '0'] = /^(.*)\.(\d+)of\d+$/.exec(name) ?? []
  return { channel, shard: Number(shard) }
}

/** The shard of a key: FNV-1a, with the low bits mixed from all bits. Stored data depends on the result: keep it. */
export function shardOf(key: string, shards: number): number {
  if (shards === 1) return 0
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) & (shards - 1)
}
