import {
  type BarEvent,
  type DataSource,
  type DepthEvent,
  type DepthLevel,
  dataSources,
  type MarketEvent,
  type QuoteEvent,
  type SwitchEvent,
} from '#src/contract/market.ts'
import type { Form } from '#src/platform/tape/block.ts'

/*
 * An event on the tape is a list of numbers: one number for kind and source, then the values in a fixed order. Key and
 * type are in the lane's name. Events that do not fit this form, such as those of a later release, are written as
 * objects.
 */

const kinds = ['tick', 'quote', 'bar', 'depth'] as const
/** The number for kind and source is the kind's index times `kindStep`, plus the source's index: at most 16 sources. */
const kindStep = 16
const quoteFields = [
  ...(['time', 'previousClose', 'open', 'high', 'low', 'last'] as const),
  ...(['volume', 'turnover', 'tradingStatus', 'change', 'changePercent'] as const),
]
const barFields = ['time', 'open', 'high', 'low', 'close', 'volume', 'turnover'] as const
const sizes = { tick: 8, quote: 14, depth: 6, bar: 13 } as const satisfies Record<Listed['type'], number>

/** Changes of source are rare, so they are written as objects. */
type Listed = Exclude<MarketEvent, SwitchEvent>

export const marketForm: Form = {
  write(lane, event) {
    const known = event as MarketEvent
    const line = isExpected(lane, known) ? listOf(known) : null
    return line ?? JSON.stringify(event)
  },
  read(lane, value) {
    return Array.isArray(value) ? eventOf(lane.slice(0, lane.lastIndexOf(':')), value) : value
  },
}

/**
 * Whether the event can be written as a list without loss: the lane's name has the event's key, and every field has
 * a position in the list.
 */
function isExpected(lane: string, event: MarketEvent): event is Listed {
  if (event.type === 'switch') return false
  const size = sizes[event.type]
  if (size === undefined || lane.lastIndexOf(':') !== event.key?.length || !lane.startsWith(event.key)) return false
  let fields = 0
  for (const _ in event) fields += 1
  return fields === (event.type === 'bar' && !event.closes ? size - 1 : size)
}

/** The event as a list; null if a value would not be read back unchanged. */
function listOf(event: Listed): string | null {
  const source = dataSources.indexOf(event.source)
  if (source === -1) return null
  const head = kinds.indexOf(event.type) * kindStep + source
  switch (event.type) {
    case 'tick': {
      const { time, price, volume, side, session } = event
      return sound(time + price + volume + side + session, `[${head},${time},${price},${volume},${side},${session}]`)
    }
    case 'quote':
      return listed(`${head}`, event, quoteFields)
    case 'bar': {
      if (event.interval !== '1m') return null
      const closes = event.closes ? JSON.stringify(event.closes) : '0'
      return listed(`${head},${event.final ? 1 : 0},${closes}`, event, barFields)
    }
    case 'depth':
      return bookList(`${head},${event.time}`, event)
  }
}

function listed<Field extends string>(head: string, event: Record<Field, number>, fields: readonly Field[]) {
  let [list, sum] = [`[${head}`, 0]
  for (const field of fields) {
    list += `,${event[field]}`
    sum += event[field]
  }
  return sound(sum, `${list}]`)
}

function bookList(head: string, { time, asks, bids }: DepthEvent): string | null {
  let [list, sum] = [`[${head},${asks.length}`, time]
  for (const levels of [asks, bids])
    for (const { price, volume, orders } of levels) {
      list += `,${price},${volume},${orders}`
      sum += price + volume + orders
    }
  return sound(sum, `${list}]`)
}

/**
 * Null for a list that could not be read back. `sum`: the sum of its values, which is not finite if a value is a text
 * or missing. A null adds 0 to the sum, so the list is searched for `null`.
 */
function sound(sum: number, list: string): string | null {
  return Number.isFinite(sum) && !list.includes('null') ? list : null
}

// biome-ignore lint/suspicious/noExplicitAny: what `listOf` wrote
function eventOf(key: string, list: any[]): MarketEvent {
  const source = dataSources[list[0] % kindStep] as DataSource
  switch (kinds[Math.floor(list[0] / kindStep)]) {
    case 'tick': {
      const [, time, price, volume, side, session] = list
      return { type: 'tick', key, time, price, volume, side, session, source }
    }
    case 'quote':
      return quoteOf(key, list, source)
    case 'bar':
      return barOf(key, list, source)
    case 'depth':
      return depthOf(key, list, source)
    default:
      throw new Error('the tape holds an event of a later release')
  }
}

// biome-ignore lint/suspicious/noExplicitAny: see eventOf
function quoteOf(key: string, list: any[], source: DataSource): QuoteEvent {
  return {
    type: 'quote',
    key,
    time: list[1],
    previousClose: list[2],
    open: list[3],
    high: list[4],
    low: list[5],
    last: list[6],
    volume: list[7],
    turnover: list[8],
    tradingStatus: list[9],
    change: list[10],
    changePercent: list[11],
    source,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: see eventOf
function barOf(key: string, list: any[], source: DataSource): BarEvent {
  const bar: BarEvent = {
    type: 'bar',
    key,
    interval: '1m',
    time: list[3],
    open: list[4],
    high: list[5],
    low: list[6],
    close: list[7],
    volume: list[8],
    turnover: list[9],
    final: list[1] === 1,
    source,
  }
  if (list[2] !== 0) bar.closes = list[2]
  return bar
}

function depthOf(key: string, [, time = 0, asks = 0, ...levels]: number[], source: DataSource): DepthEvent {
  const all: DepthLevel[] = []
  for (let at = 0; at < levels.length; at += 3)
    all.push({ price: levels[at] ?? 0, volume: levels[at + 1] ?? 0, orders: levels[at + 2] ?? 0 })
  return { type: 'depth', key, time, asks: all.slice(0, asks), bids: all.slice(asks), source }
}
