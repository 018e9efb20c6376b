import {
  type AssetClass,
  assetClasses,
  type BarInterval,
  type BuiltInterval,
  barIntervals,
  builtIntervals,
  intervals,
} from './market.ts'

/* Names and numbers of the stream, apart from the schemas of `stream.ts`, so that browser bundles stay small. */

/** The paths at which the gateway accepts sockets of the present protocol. */
export const streamPaths = [...assetClasses.map((name) => `/${name}`), '/stream'] as const

/** Old SDKs connect to `/websocket/{class}`, older SDKs to the paths below. */
const oldStreamPrefix = '/websocket'
const olderStreams = new Map<string, AssetClass>([
  ['sws', 'stock'],
  ['fws', 'forex'],
  ['iws', 'indices'],
  ['cws', 'crypto'],
])

/** The reasons why a socket was closed. A message precedes the close, except with `normal` and `oversize`. */
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
  /** Messages that a client may send a second, on average and in a burst. */
  messagesPerSecond: 20,
  messagesBurst: 100,
} as const

type KlineType = `kline@${number}` | `kline@${BuiltInterval}`

/** The bar type of each interval: `kline@1` … `kline@10` as in `kType`; other types contain the interval's name. */
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

export const subscriptionTypes = ['tick', 'quote', 'depth', ...klineTypes] as const
export type SubscriptionType = 'tick' | 'quote' | 'depth' | KlineType

/**
 * Maps `kline@5m` to `kline@2`; `kline@1` and `tick` stay the same; null for a text that names no type. Letter case
 * matters only in `1m` and `1M`.
 */
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

/** The interval of a `kline@…` type; null for other types. */
export function intervalOf(type: string): BarInterval | null {
  return intervalOfType.get(type) ?? null
}

/**
 * `/stock` and `/websocket/stock` name a class, and `/stream` serves all classes; letter case does not matter. Null for
 * other paths.
 */
export function streamPath(written: string): { class: AssetClass | null } | null {
  const path = written.toLowerCase()
  const bare = path.startsWith(`${oldStreamPrefix}/`) ? path.slice(oldStreamPrefix.length) : path
  const name = bare.replace(/\/$/, '').slice(1)
  if (name === 'stream') return { class: null }
  const named = olderStreams.get(name) ?? assetClasses.find((one) => one === name)
  return named ? { class: named } : null
}
