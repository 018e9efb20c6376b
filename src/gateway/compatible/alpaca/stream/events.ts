import type { AssetClass, BarEvent, DepthEvent, DepthLevel, QuoteEvent, TickEvent } from '#src/contract/market.ts'
import { asciiJson, type Spelling, type StreamEvent } from '#src/gateway/stream/delivery/frame.ts'
import type { LaneType } from '#src/gateway/stream/protocol/lane-type.ts'
import { roundTurnover } from '#src/market/bars/bar.ts'
import { startOfDay } from '../../vendor/days.ts'
import { timeText } from '../asked/times.ts'

type Instrument = { symbol: string; class: AssetClass }
type Write = (event: StreamEvent, seq: number) => object | null

/** Writes the events of one channel of an instrument in the vendor's form. `form`: the encoding of the socket. */
export function spellingOf(
  type: LaneType,
  instrument: Instrument,
  form: { name: string; element: (text: string) => Buffer },
): Spelling {
  const write = writerOf(type, instrument)
  return {
    more: `${form.name} ${type}`,
    text(event, seq) {
      const message = write(event, seq)
      return message ? asciiJson(JSON.stringify(message)) : ''
    },
    withSkipped: (body) => body,
    element: form.element,
    renewed: () => spellingOf(type, instrument, form),
  }
}

function writerOf(type: LaneType, instrument: Instrument): Write {
  switch (type) {
    case 'tick':
      return (event, seq) => (event.type === 'tick' ? tradeOf(instrument, event, seq) : null)
    case 'depth':
      return (event) => (event.type === 'depth' ? quoteOf(instrument, event) : null)
    case 'book':
      return (event) => (event.type === 'depth' ? bookOf(instrument, event) : null)
    case 'quote':
      return statusWriter(instrument)
    case 'kline@8':
      return (event) => (event.type === 'bar' ? barOf('d', instrument, event) : null)
    default:
      return minuteWriter(type === 'revised', instrument)
  }
}

const takers = { 0: undefined, 1: 'S', 2: 'B' } as const

/** `i` is the last 32 bits of our number of the trade. */
function tradeOf({ symbol, class: name }: Instrument, { price, volume, time, side }: TickEvent, seq: number) {
  const tks = name === 'crypto' ? takers[side] : undefined
  return { T: 't', S: symbol, i: seq % 2 ** 32, p: price, s: volume, t: timeText(time), ...(tks && { tks }) }
}

/** The vendor has 0 for a side without orders. */
function quoteOf({ symbol }: Instrument, { bids: [bid], asks: [ask], time }: DepthEvent) {
  const [bp, bs, ap, as] = [bid?.price ?? 0, bid?.volume ?? 0, ask?.price ?? 0, ask?.volume ?? 0]
  return { T: 'q', S: symbol, bp, bs, ap, as, t: timeText(time) }
}

const levels = (rows: readonly DepthLevel[]) => rows.map(({ price: p, volume: s }) => ({ p, s }))

/** Each of our books is complete, which `r` states. */
function bookOf({ symbol }: Instrument, { bids, asks, time }: DepthEvent) {
  return { T: 'o', S: symbol, t: timeText(time), b: levels(bids), a: levels(asks), r: true }
}

function barOf(T: 'b' | 'u' | 'd', { symbol, class: name }: Instrument, bar: BarEvent) {
  const { time, open: o, high: h, low: l, close: c, volume: v, turnover } = bar
  const t = timeText(T === 'd' ? startOfDay(name, time) : time)
  return { T, S: symbol, o, h, l, c, v, t, n: null, vw: v > 0 ? roundTurnover(turnover / v) : null }
}

/**
 * Writes each finished minute once, or, with `isRevised`, only finished minutes that have changed. When a longer bar
 * ends, our stream repeats the last minute; the repetition is not written.
 */
function minuteWriter(isRevised: boolean, instrument: Instrument): Write {
  let last = { time: Number.NEGATIVE_INFINITY, text: '' }
  return (event) => {
    if (event.type !== 'bar' || !event.final || event.time < last.time) return null
    const known = last
    last = { time: event.time, text: JSON.stringify(barOf('b', instrument, event)) }
    const isNew = event.time > known.time
    if (!isRevised) return isNew ? barOf('b', instrument, event) : null
    return !isNew && last.text !== known.text ? barOf('u', instrument, event) : null
  }
}

/** Writes halts and resumptions. The first status of an instrument is only remembered, since it is no change. */
function statusWriter({ symbol }: Instrument): Write {
  let known: boolean | null = null
  return (event) => {
    if (event.type !== 'quote') return null
    const isHalted = halted(event)
    const isChanged = known !== null && known !== isHalted
    known = isHalted
    if (!isChanged) return null
    const status = isHalted ? { sc: 'H', sm: 'Trading Halt' } : { sc: 'T', sm: 'Trading Resumption' }
    return { T: 's', S: symbol, ...status, rc: '', rm: '', t: timeText(event.time), z: '' }
  }
}

function halted({ tradingStatus }: QuoteEvent): boolean {
  return tradingStatus !== 0
}
