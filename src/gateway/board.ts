import type { BarEvent, DepthEvent, MarketEvent, QuoteEvent, TickEvent } from '#src/contract/market.ts'
import type { TapeEntry } from '#src/platform/platform.ts'

/** An event with its place on the tape, as sockets and REST show it. */
export type Placed<E> = E & { seq: number }

type Place = {
  tick: Placed<TickEvent> | null
  quote: Placed<QuoteEvent> | null
  depth: Placed<DepthEvent> | null
  bar: Placed<BarEvent> | null
  minutes: Placed<BarEvent>[]
}

/** The latest state of every instrument, built from the tape and from nothing else. Keys are `stock:AAPL$US`. */
export class Board {
  readonly #places = new Map<string, Place>()

  apply(entry: TapeEntry): void {
    const event = entry.event as MarketEvent
    const place = this.#place(event.key)
    const { seq } = entry
    switch (event.type) {
      case 'tick':
        place.tick = { ...event, seq }
        return
      case 'quote':
        place.quote = { ...event, seq }
        return
      case 'depth':
        place.depth = { ...event, seq }
        return
      case 'bar':
        place.bar = { ...event, seq }
        keepMinute(place.minutes, place.bar)
    }
  }

  tick(key: string): Placed<TickEvent> | null {
    return this.#places.get(key)?.tick ?? null
  }

  quote(key: string): Placed<QuoteEvent> | null {
    return this.#places.get(key)?.quote ?? null
  }

  depth(key: string): Placed<DepthEvent> | null {
    return this.#places.get(key)?.depth ?? null
  }

  /** The newest minute: running, or finished when `final`. */
  bar(key: string): Placed<BarEvent> | null {
    return this.#places.get(key)?.bar ?? null
  }

  /** The newest event of a stream type, for a socket that has just subscribed. */
  latest(key: string, type: string): Placed<MarketEvent> | null {
    const place = this.#places.get(key)
    if (!place) return null
    if (type === 'kline@1') return place.bar
    return type === 'tick' || type === 'quote' || type === 'depth' ? place[type] : null
  }

  /** The newest state of the last minutes, oldest first: what the store may not hold yet. */
  minutes(key: string): readonly Placed<BarEvent>[] {
    return this.#places.get(key)?.minutes ?? []
  }

  get size(): number {
    return this.#places.size
  }

  #place(key: string): Place {
    let place = this.#places.get(key)
    if (!place) {
      place = { tick: null, quote: null, depth: null, bar: null, minutes: [] }
      this.#places.set(key, place)
    }
    return place
  }
}

const minutesKept = 16

function keepMinute(minutes: Placed<BarEvent>[], bar: Placed<BarEvent>): void {
  const last = minutes.at(-1)
  if (last && last.time === bar.time) {
    minutes[minutes.length - 1] = bar
    return
  }
  if (last && last.time > bar.time) return
  minutes.push(bar)
  if (minutes.length > minutesKept) minutes.shift()
}
