import { channelOf, type DataSource, laneOf, type MarketEvent } from '#src/contract/market.ts'
import type { Board, InstrumentState } from '#src/gateway/board.ts'
import { marketOf } from '#src/market/calendar/market-hours.ts'
import { type SourceCount, sourceName } from '#src/market/sources/source-figures.ts'
import type { MarketEntry } from '#src/market/tape.ts'
import type { FanOut, LaneForms } from '../delivery/fan-out.ts'
import type { LaneHistory, RecentEvents } from './recent-events.ts'

/** The time at which the newest event of a market was published, ms. */
type Market = { at: number }

type Source = SourceCount & { source: DataSource }

/** `isFed`: a source feeds the instrument, so its simulated events do not count. */
export type Route = {
  state: InstrumentState
  history: LaneHistory
  laneForms: LaneForms
  market: Market
  source: Source
  isFed: boolean
}

const laneTypes = ['tick', 'quote', 'depth', 'bar'] as const

/** The destinations of each lane's events: one look-up per event finds the board, the history and the recipients. */
export class LaneRoutes {
  readonly #board: Board
  readonly #recentEvents: RecentEvents
  readonly #fanOut: FanOut
  readonly #isFed: (key: string) => boolean
  readonly #routes = new Map<string, Route>()
  readonly #markets = new Map<string, Market>()
  readonly #sources = new Map<string, Source>()

  constructor(
    { board, recentEvents, fanOut }: { board: Board; recentEvents: RecentEvents; fanOut: FanOut },
    isFed: (key: string) => boolean,
  ) {
    this.#board = board
    this.#recentEvents = recentEvents
    this.#fanOut = fanOut
    this.#isFed = isFed
  }

  /** The time at which the newest event of each market was published, ms, by `stock$US`. */
  get newest(): Map<string, number> {
    return new Map([...this.#markets].map(([name, { at }]) => [name, at]))
  }

  /** Counts of each source's events, by `simulated$stock`. */
  get sources(): ReadonlyMap<string, SourceCount> {
    return this.#sources
  }

  of({ lane, event }: MarketEntry): Route {
    let route = this.#routes.get(lane)
    if (!route) {
      const state = this.#board.stateOf(event.key)
      const market = this.#market(marketOf(event.key))
      const source = this.#source(event)
      const [history, laneForms] = [this.#recentEvents.of(lane), this.#fanOut.of(lane)]
      route = { state, history, laneForms, market, source, isFed: this.#isFed(event.key) }
      this.#routes.set(lane, route)
    }
    return route
  }

  /** Stores the event. Returns the number of the previous event on its lane; null for the first event. */
  keep(entry: MarketEntry, route: Route): number | null {
    const { state, history, market } = route
    const { event } = entry
    market.at = Math.max(market.at, entry.at)
    if (route.source.source !== event.source) route.source = this.#source(event)
    route.source.at = Math.max(route.source.at, entry.at)
    route.source.events += 1
    if (event.type === 'tick') route.source.lagMs = entry.at - event.time
    this.#board.apply(entry, state)
    return this.#recentEvents.add(history, entry)
  }

  /** From now on simulated events of the instrument do not count. */
  endSimulation(key: string): void {
    for (const type of laneTypes) {
      const route = this.#routes.get(laneOf({ key, type }))
      if (route) route.isFed = true
    }
  }

  #market(name: string): Market {
    let market = this.#markets.get(name)
    if (!market) {
      market = { at: 0 }
      this.#markets.set(name, market)
    }
    return market
  }

  #source({ source, key }: Pick<MarketEvent, 'source' | 'key'>): Source {
    const name = sourceName(source, channelOf(key))
    const known = this.#sources.get(name) ?? { source, at: 0, events: 0, lagMs: 0 }
    this.#sources.set(name, known)
    return known
  }
}

export function isEnded({ isFed }: Route, { event }: MarketEntry): boolean {
  return isFed && event.source === 'simulated'
}
