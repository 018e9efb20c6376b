import {
  type AssetClass,
  assetClasses,
  type BarInterval,
  type BuiltInterval,
  barIntervals,
  builtIntervals,
  intervals,
} from './market.ts'

/** The names and numbers of the live stream. Apart from the frames (`stream.ts`), so that a browser bundle carries no schemas. */
export const streamPaths = [...assetClasses.map((name) => `/${name}`), '/stream'] as const

/** Old SDKs connect to `/websocket/{class}`, older ones to paths of their own. */
const oldStreamPrefix = '/websocket'
const olderStreams = new Map<string, AssetClass>([
  ['sws', 'stock'],
  ['fws', 'forex'],
  ['iws', 'indices'],
  ['cws', 'crypto'],
])

/** Why a socket was closed. Every close is announced by a message first. */
export const closeCodes = {
  normal: 1000,
  restarting: 1012,
  unsupported: 1003,
  oversize: 1009,
  auth: 4001,
  planExpired: 4003,
  slowConsumer: 4008,
  tooManyConnections: 4009,
  closedByOwner: 4010,
  tooManyMessages: 4029,
} as const
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes]

export const streamLimits = {
  messageBytesMax: 64 * 1024,
  authWithinMs: 5_000,
  heartbeatMs: 10_000,
  batchMs: 20,
  /** Messages a second that a client may send on average, and at once. */
  messagesPerSecond: 20,
  messagesBurst: 100,
} as const

type KlineType = `kline@${number}` | `kline@${BuiltInterval}`

/** The type of the bars of each interval: `kline@1` … `kline@10` are the intervals of `kType`, others have their names. */
const typeOfInterval: ReadonlyMap<BarInterval, KlineType> = new Map<BarInterval, KlineType>([
  ...intervals.map((name, index) => [name, `kline@${index + 1}`] as const),
  ...builtIntervals.map((name) => [name, `kline@${name}`] as const),
])
const intervalOfType: ReadonlyMap<string, BarInterval> = new Map(
  [...typeOfInterval].map(([name, type]) => [type, name]),
)

export const klineTypes: readonly KlineType[] = [...typeOfInterval.values()]

export function klineType(interval: BarInterval): KlineType {
  return typeOfInterval.get(interval) ?? 'kline@1'
}

/** What can be subscribed. */
export const subscriptionTypes = ['tick', 'quote', 'depth', ...klineTypes] as const
export type SubscriptionType = 'tick' | 'quote' | 'depth' | KlineType

/** `kline@5m` → `kline@2`; `kline@1`, `tick` as they are; anything else null. Case matters in `1m` and `1M` only. */
export function toSubscriptionType(text: string): SubscriptionType | null {
  const trimmed = text.trim()
  const at = trimmed.indexOf('@')
  if (at === -1) {
    const plain = trimmed.toLowerCase()
    return plain === 'tick' || plain === 'quote' || plain === 'depth' ? plain : null
  }
  if (trimmed.slice(0, at).toLowerCase() !== 'kline') return null
  const width = trimmed.slice(at + 1)
  if (/^([1-9]|10)$/.test(width)) return `kline@${Number(width)}`
  const named =
    barIntervals.find((name) => name === width) ??
    barIntervals.find((name) => name.toLowerCase() === width.toLowerCase())
  return named ? klineType(named) : null
}

/** The interval of a `kline@…` type, or null for the others. */
export function intervalOf(type: string): BarInterval | null {
  return intervalOfType.get(type) ?? null
}

/** What the path says, in any case: `/stock` and `/websocket/stock` name a class, `/stream` takes all; null for anything else. */
export function streamPath(written: string): { class: AssetClass | null } | null {
  const path = written.toLowerCase()
  const bare = path.startsWith(`${oldStreamPrefix}/`) ? path.slice(oldStreamPrefix.length) : path
  const name = bare.replace(/\/$/, '').slice(1)
  if (name === 'stream') return { class: null }
  const named = olderStreams.get(name) ?? assetClasses.find((one) => one === name)
  return named ? { class: named } : null
}
