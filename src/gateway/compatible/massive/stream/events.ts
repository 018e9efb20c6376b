import type { BarEvent, DepthEvent, DepthLevel, InstrumentId, TickEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import {
  asciiElement,
  asciiJson,
  type Quotes,
  type SecondEvent,
  type Spelling,
  type StreamEvent,
} from '#src/gateway/stream/delivery/frame.ts'
import { roundTurnover } from '#src/market/bars/bar.ts'
import type { Feed } from './channels.ts'

/** Writes the events of one channel of an instrument in the vendor's form. */
export function spellingOf(feed: Feed, channel: string, id: InstrumentId): Spelling {
  const name = feed.nameOf(id)
  const shape = shapes[`${id.class} ${channel}`] ?? shapes[channel] ?? (() => null)
  let minute = ''
  return {
    more: channel,
    text(event, seq, quotes) {
      const shaped = shape({ ev: channel, name, seq, quotes }, event)
      if (!shaped) return ''
      const text = asciiJson(JSON.stringify(shaped))
      if (event.type !== 'bar') return text
      // When a longer bar ends, our stream repeats the last minute.
      const isRepeated = text === minute
      minute = text
      return isRepeated ? '' : text
    },
    withSkipped: (body) => body,
    element: asciiElement,
    renewed: () => spellingOf(feed, channel, id),
  }
}

type About = { ev: string; name: string; seq: number; quotes: Quotes }
type Shape = (about: About, event: StreamEvent) => object | null

const tradeOf =
  (write: (about: About, tick: TickEvent) => object): Shape =>
  (about, event) =>
    event.type === 'tick' ? write(about, event) : null

const bookOf =
  (write: (about: About, depth: DepthEvent) => object): Shape =>
  (about, event) =>
    event.type === 'depth' ? write(about, event) : null

type Span = BarEvent | SecondEvent

/** Writes only finished bars. */
const barOf =
  (write: (about: About, bar: Span) => object): Shape =>
  (about, event) =>
    (event.type === 'bar' || event.type === 'second') && event.final ? write(about, event) : null

const pricesOf = ({ open: o, close: c, high: h, low: l }: Span) => ({ o, c, h, l })
const timesOf = ({ type, time }: Span) => ({ s: time, e: time + (type === 'bar' ? minuteMs : 1_000) })
const averageOf = (turnover: number, volume: number) => (volume > 0 ? roundTurnover(turnover / volume) : undefined)
const sizeOf = (bar: Span) => (bar.type === 'second' ? Math.round(bar.volume / bar.trades) : undefined)

/** The figures of the day, which are absent before the day's first trade. */
function dayOf({ quotes }: About, key: string) {
  const quote = quotes.quote(key)
  return quote && { av: quote.volume, op: quote.open, a: averageOf(quote.turnover, quote.volume) }
}

const shares = barOf((about, bar) => ({
  ...{ ev: about.ev, sym: about.name, v: bar.volume, ...dayOf(about, bar.key) },
  ...{ vw: averageOf(bar.turnover, bar.volume), ...pricesOf(bar), z: sizeOf(bar), ...timesOf(bar) },
}))

const pairs = barOf((about, bar) => ({
  ...{ ev: about.ev, pair: about.name, v: bar.volume, vw: averageOf(bar.turnover, bar.volume), z: sizeOf(bar) },
  ...{ ...pricesOf(bar), ...timesOf(bar) },
}))

const values = barOf((about, bar) => ({
  ...{ ev: about.ev, sym: about.name, op: about.quotes.quote(bar.key)?.open },
  ...{ ...pricesOf(bar), ...timesOf(bar) },
}))

const levels = (rows: readonly DepthLevel[]) => rows.map(({ price, volume }) => [price, volume])

/** In the vendor's types the sizes of shares are whole numbers; `ds` has the exact size. */
const shapes: Readonly<Record<string, Shape>> = {
  T: tradeOf(({ ev, name, seq }, { price, volume, time }) => ({
    ...{ ev, sym: name, i: String(seq), p: price, s: Math.trunc(volume), ds: String(volume), t: time, q: seq },
  })),
  Q: bookOf(({ ev, name, seq }, { bids: [bid], asks: [ask], time }) => ({
    ...{ ev, sym: name, bp: bid?.price, bs: bid && Math.trunc(bid.volume) },
    ...{ ap: ask?.price, as: ask && Math.trunc(ask.volume), t: time, q: seq },
  })),
  XT: tradeOf(({ ev, name, seq }, { price, volume, time }) => ({
    ...{ ev, pair: name, p: price, t: time, s: volume, i: String(seq) },
  })),
  XQ: bookOf(({ ev, name }, { bids: [bid], asks: [ask], time }) => ({
    ...{ ev, pair: name, bp: bid?.price, bs: bid?.volume, ap: ask?.price, as: ask?.volume, t: time },
  })),
  XL2: bookOf(({ ev, name }, { bids, asks, time }) => ({ ev, pair: name, t: time, b: levels(bids), a: levels(asks) })),
  C: bookOf(({ ev, name }, { bids: [bid], asks: [ask], time }) => ({
    ...{ ev, p: name, a: ask?.price, b: bid?.price, t: time },
  })),
  V: tradeOf(({ ev, name }, { price, time }) => ({ ev, val: price, T: name, t: time })),
  A: shares,
  AM: shares,
  'indices A': values,
  'indices AM': values,
  XA: pairs,
  XAS: pairs,
  CA: pairs,
  CAS: pairs,
}
