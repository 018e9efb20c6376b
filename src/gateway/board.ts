import type { AssetClass, BarEvent, DepthEvent, MarketEvent, QuoteEvent, TickEvent } from '#src/contract/market.ts'
import { type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import type { MarketEntry } from '#src/market/tape.ts'

export type Numbered<E> = E & { seq: number }

export type InstrumentState = {
  tick: MarketEntry<TickEvent> | null
  quote: MarketEntry<QuoteEvent> | null
  depth: MarketEntry<DepthEvent> | null
  bar: Numbered<BarEvent> | null
  minutes: Numbered<BarEvent>[]
}

/**
 * The key of an instrument's state on the board; empty if it has none. Events name no exchange, so they belong to the
 * home listing of a code.
 */
export function boardKeyOf(instrument: Instrument): string {
  return instrument.home ? keyOf(instrument) : ''
}

/** The latest state of every instrument, built only from the tape. Keys have the form `stock:AAPL$US`. */
export class Board {
  readonly #states = new Map<string, InstrumentState>()

  /**
   * A late tick or bar of the same source leaves the newest one, which gets its number, because clients continue after
   * that number. Another source always replaces, so that no simulated price outlives the simulation.
   */
  apply(entry: MarketEntry, state: InstrumentState = this.stateOf(entry.event.key)): void {
    if (isOf(entry, 'tick'))
      state.tick = state.tick && isLate(entry.event, state.tick.event) ? { ...state.tick, seq: entry.seq } : entry
    else if (isOf(entry, 'quote')) state.quote = entry
    else if (isOf(entry, 'depth')) state.depth = entry
    else if (isOf(entry, 'bar')) {
      const bar = state.bar && isLate(entry.event, state.bar) ? state.bar : entry.event
      state.bar = { ...bar, seq: entry.seq }
      keepMinute(state.minutes, state.bar)
    }
  }

  tick(key: string): Numbered<TickEvent> | null {
    return numbered(this.#states.get(key)?.tick)
  }

  quote(key: string): Numbered<QuoteEvent> | null {
    return numbered(this.#states.get(key)?.quote)
  }

  *quotes(assetClass: AssetClass): Generator<QuoteEvent> {
    const prefix = `${assetClass}:`
    for (const [key, { quote }] of this.#states) if (quote && key.startsWith(prefix)) yield quote.event
  }

  depth(key: string): Numbered<DepthEvent> | null {
    return numbered(this.#states.get(key)?.depth)
  }

  bar(key: string): Numbered<BarEvent> | null {
    return this.#states.get(key)?.bar ?? null
  }

  latest(key: string, type: string): Numbered<MarketEvent> | null {
    const state = this.#states.get(key)
    if (!state) return null
    if (type === 'kline@1') return state.bar
    return type === 'tick' || type === 'quote' || type === 'depth' ? numbered<MarketEvent>(state[type]) : null
  }

  /** The newest state of the last minutes, oldest first. The store may lack these minutes. */
  minutes(key: string): readonly Numbered<BarEvent>[] {
    return this.#states.get(key)?.minutes ?? []
  }

  dropSimulated(key: string): void {
    const state = this.#states.get(key)
    if (!state) return
    const isReal = (source: string | undefined) => source !== 'simulated'
    state.tick = isReal(state.tick?.event.source) ? state.tick : null
    state.quote = isReal(state.quote?.event.source) ? state.quote : null
    state.depth = isReal(state.depth?.event.source) ? state.depth : null
    state.bar = isReal(state.bar?.source) ? state.bar : null
    state.minutes = state.minutes.filter(({ source }) => isReal(source))
  }

  get size(): number {
    return this.#states.size
  }

  stateOf(key: string): InstrumentState {
    let state = this.#states.get(key)
    if (!state) {
      state = { tick: null, quote: null, depth: null, bar: null, minutes: [] }
      this.#states.set(key, state)
    }
    return state
  }
}

function numbered<E extends MarketEvent>(entry: MarketEntry<E> | null | undefined): Numbered<E> | null {
  return entry ? { ...entry.event, seq: entry.seq } : null
}

const minutesKept = 16

function keepMinute(minutes: Numbered<BarEvent>[], bar: Numbered<BarEvent>): void {
  const last = minutes.at(-1)
  if (last && last.time === bar.time) {
    minutes[minutes.length - 1] = bar
    return
  }
  if (last && last.time > bar.time) return
  minutes.push(bar)
  if (minutes.length > minutesKept) minutes.shift()
}

function isLate(event: TickEvent | BarEvent, newest: TickEvent | BarEvent): boolean {
  return event.source === newest.source && event.time < newest.time
}

function isOf<K extends MarketEvent['type']>(
  entry: MarketEntry,
  type: K,
): entry is MarketEntry<Extract<MarketEvent, { type: K }>> {
  return entry.event.type === type
}
