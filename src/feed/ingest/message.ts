import type { BarEvent, DepthEvent, DepthLevel, MarketEvent, TickEvent } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { RowReason } from '#src/contract/values/import-kind.ts'
import { barFault } from '#src/market/bars/bar.ts'

/** The kinds of messages, as in the path of the POST; a WebSocket frame names the kind in the singular. */
export const pushKinds = ['trades', 'quotes', 'depth', 'bars'] as const
export type PushKind = (typeof pushKinds)[number]

export function kindOfType(type: unknown): PushKind | null {
  switch (type) {
    case 'trade':
      return 'trades'
    case 'quote':
      return 'quotes'
    case 'depth':
      return 'depth'
    case 'bar':
      return 'bars'
    default:
      return null
  }
}

export type MessageFault = RowReason | 'invalid_interval'

/** The state of one instrument of one producer. The instrument's next message is checked against this state. */
export type Lane = {
  key: string
  negative: boolean
  sessionAt(this: void, time: number): TickEvent['session']
  time: number
  price: number
  suspect: number
  suspectN: number
}

export type Raw = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const futureMaxMs = minuteMs
/** Greatest age of a message's time, ms. Older data must be imported from a file as history. */
const pastMaxMs = 31 * dayMs
/** The maximum time by which a trade may be older than the newest trade of its instrument, ms. */
const disorderMaxMs = minuteMs
/**
 * A price that differs from the last price by more than this factor is suspect until the next trade confirms it, as in
 * the tick importer.
 */
const outlierFactor = 10
const levelsMax = 10
const levelsReadMax = 1_000
/** Values above this limit cannot be represented exactly enough. */
const valueMax = 1e18

/**
 * The event of a message, or the rule that it breaks. `isLate`: newer messages came first, so the message's number was
 * missing.
 */
export function readMessage(
  kind: PushKind,
  lane: Lane,
  message: Raw,
  { now, n, isLate }: { now: number; n: number; isLate: boolean },
): MarketEvent | MessageFault {
  const { t } = message
  if (typeof t !== 'number' || !Number.isSafeInteger(t)) return 'invalid_time'
  // A bar ends a minute after its time.
  if (t > (kind === 'bars' ? now : now + futureMaxMs)) return 'time_in_future'
  if (t < now - pastMaxMs) return 'time_out_of_range'
  switch (kind) {
    case 'trades':
      return readTrade(lane, message, t, { n, isLate })
    case 'quotes':
      return readQuote(lane, message, t)
    case 'depth':
      return readDepth(lane, message, t)
    case 'bars':
      return readBar(lane, message, t, now)
  }
}

function readTrade(
  lane: Lane,
  { p, v, d }: Raw,
  time: number,
  { n, isLate }: { n: number; isLate: boolean },
): TickEvent | MessageFault {
  if (!isNumber(p) || !isNumber(v) || Math.abs(p * v) > valueMax) return 'not_a_number'
  if (p <= 0 && !lane.negative) return 'negative_price'
  if (v < 0) return 'negative_volume'
  if (d !== undefined && d !== 0 && d !== 1 && d !== 2) return 'not_a_number'
  if (!isLate && time < lane.time - disorderMaxMs) return 'out_of_order'
  if (isOutlier(lane, p, n)) return 'outlier'
  if (time > lane.time) lane.time = time
  const session = lane.sessionAt(time)
  return { type: 'tick', key: lane.key, time, price: p, volume: v, side: d ?? 0, session, source: 'push' }
}

/**
 * Whether a price is suspect, because it is the first price far from the last price. The next message with a price near
 * the suspect price confirms it.
 */
function isOutlier(lane: Lane, price: number, n: number): boolean {
  const isConfirmed = lane.suspect > 0 && lane.suspectN !== n && !isFar(lane.suspect, price)
  if (lane.price > 0 && price > 0 && isFar(lane.price, price) && !isConfirmed) {
    lane.suspect = price
    lane.suspectN = n
    return true
  }
  lane.price = price
  lane.suspect = 0
  return false
}

function isFar(a: number, b: number): boolean {
  return a > b * outlierFactor || b > a * outlierFactor
}

function readQuote(lane: Lane, { b, bv, a, av }: Raw, time: number): DepthEvent | MessageFault {
  const bid = readLevel(lane, [b, bv])
  const ask = readLevel(lane, [a, av])
  if (typeof bid === 'string') return bid
  if (typeof ask === 'string') return ask
  if (ask.price < bid.price) return 'crossed_quote'
  return { type: 'depth', key: lane.key, time, asks: [ask], bids: [bid], source: 'push' }
}

function readDepth(lane: Lane, { a, b }: Raw, time: number): DepthEvent | MessageFault {
  const asks = readSide(lane, a)
  const bids = readSide(lane, b)
  if (typeof asks === 'string') return asks
  if (typeof bids === 'string') return bids
  asks.sort((one, other) => one.price - other.price)
  bids.sort((one, other) => other.price - one.price)
  const [ask, bid] = [asks[0], bids[0]]
  if (ask && bid && ask.price < bid.price) return 'crossed_quote'
  const best = (side: DepthLevel[]) => side.slice(0, levelsMax)
  return { type: 'depth', key: lane.key, time, asks: best(asks), bids: best(bids), source: 'push' }
}

function readSide(lane: Lane, side: unknown): DepthLevel[] | MessageFault {
  if (!Array.isArray(side) || side.length > levelsReadMax) return 'missing_column'
  const levels: DepthLevel[] = []
  for (const one of side as readonly unknown[]) {
    const level = readLevel(lane, one)
    if (typeof level === 'string') return level
    if (level.volume > 0) levels.push(level)
  }
  return levels
}

function readLevel(lane: Lane, level: unknown): DepthLevel | MessageFault {
  if (!Array.isArray(level)) return 'missing_column'
  const [price, volume] = level as readonly unknown[]
  if (!isNumber(price) || !isNumber(volume)) return 'not_a_number'
  if (price <= 0 && !lane.negative) return 'negative_price'
  if (volume < 0) return 'negative_volume'
  return { price, volume, orders: 0 }
}

function readBar(lane: Lane, { i, o, h, l, c, v, tu }: Raw, time: number, now: number): BarEvent | MessageFault {
  if (i !== '1m') return 'invalid_interval'
  if (time % minuteMs !== 0) return 'misaligned_time'
  if (!isNumber(o) || !isNumber(h) || !isNumber(l) || !isNumber(c) || !isNumber(v)) return 'not_a_number'
  if (tu !== undefined && !isNumber(tu)) return 'not_a_number'
  if (tu !== undefined && tu < 0) return 'negative_volume'
  const fault = barFault(time, o, h, l, c, v, { now, negativePrices: lane.negative })
  if (fault) return fault
  const [figures, turnover] = [{ open: o, high: h, low: l, close: c, volume: v }, tu ?? 0]
  return { type: 'bar', key: lane.key, interval: '1m', time, ...figures, turnover, final: true, source: 'push' }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
