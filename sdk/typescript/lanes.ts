import type { SubscriptionType } from './stream-events.ts'

/** A subscribed symbol and type. `seq` is the last sequence number received; null before the first event. */
export type Lane = { symbol: string; type: SubscriptionType; listeners: number; seq: number | null }

const numbered = '1m 5m 15m 30m 1h 2h 4h 1d 1w'.split(' ').map((width) => `kline@${width}`)

/** Maps `kline@5m` to `kline@2`, its name in frames. Letter case matters only in `1m` and `1M`. */
export function wireType(type: SubscriptionType): SubscriptionType {
  const name = type.endsWith('@1M') ? 'kline@10' : type.toLowerCase().replace('1q', '1Q')
  return (numbered.includes(name) ? `kline@${numbered.indexOf(name) + 1}` : name) as SubscriptionType
}

/** The maximum number of symbols and positions in a message. It keeps messages below the gateway's limit of 64 KiB. */
const namesAtOnce = 1_000

/** Subscribed lanes and the last sequence number of each. Lane names look like `stock:AAPL$US:tick`. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()
  /** The requests of the connection that have no reply yet, by their number. */
  readonly #asked = new Map<number, Request>()
  #number = 0

  get size(): number {
    return this.#lanes.size
  }

  get instruments(): number {
    return new Set([...this.#lanes.values()].map(({ symbol }) => symbol)).size
  }

  get(name: string): Lane | undefined {
    return this.#lanes.get(name)
  }

  /** Adds a listener to a lane. */
  want(symbol: string, type: SubscriptionType): Lane {
    const name = `${symbol}:${type}`
    const lane = this.#lanes.get(name) ?? { symbol, type, listeners: 0, seq: null }
    lane.listeners += 1
    this.#lanes.set(name, lane)
    return lane
  }

  /** Removes a listener. Returns whether it was the last of a lane that was not refused meanwhile. */
  drop(lane: Lane): boolean {
    const name = `${lane.symbol}:${lane.type}`
    lane.listeners -= 1
    return lane.listeners === 0 && this.#lanes.get(name) === lane && this.#lanes.delete(name)
  }

  forget(symbol: string): void {
    for (const [name, lane] of this.#lanes) if (lane.symbol === symbol) this.#lanes.delete(name)
  }

  /** Requests for lanes, with a number that the reply repeats. */
  *requests(lanes: Parameters<typeof requestsFor>[0]): Iterable<Request & { id: number }> {
    for (const request of requestsFor(lanes)) {
      this.#number += 1
      this.#asked.set(this.#number, request)
      yield { ...request, id: this.#number }
    }
  }

  /** Notes a reply. The lanes of a request that was refused as a whole are not requested again. */
  answered(id = 0, isRefused = false): void {
    const asked = this.#asked.get(id)
    this.#asked.delete(id)
    if (!asked || !isRefused) return
    for (const symbol of asked.params.split(','))
      for (const type of asked.types.split(',')) this.#lanes.delete(`${symbol}:${type}`)
  }

  /** Begins a connection, on which nothing is requested yet. */
  reconnect(): void {
    this.#asked.clear()
    this.#number = 0
  }

  clear(): void {
    this.#lanes.clear()
  }

  all(): Lane[] {
    return [...this.#lanes.values()]
  }

  /** The lane of a frame. A frame has the region even when the subscription omitted it. */
  laneOf({ class: of, s, r, type }: { class?: string; s: string; r: string; type: string }): Lane | undefined {
    const short = `${of}:${type === 'depth' ? s.slice(0, s.lastIndexOf('$')) : s}`
    return this.#lanes.get(`${short}$${r}:${type}`) ?? this.#lanes.get(`${short}:${type}`)
  }
}

export type Request = { params: string; types: string; since?: object }

/**
 * Groups symbols with the same types into as few messages as `namesAtOnce` allows. `since` has the last number of each
 * lane that has received events.
 */
export function* requestsFor(
  lanes: readonly (Pick<Lane, 'symbol' | 'type'> & { seq?: number | null })[],
): Iterable<Request> {
  const typesOf = new Map<string, string[]>()
  const seqOf = new Map<string, number | null | undefined>()
  for (const { symbol, type, seq } of lanes) {
    typesOf.set(symbol, [...(typesOf.get(symbol) ?? []), type])
    seqOf.set(`${symbol}:${type}`, seq)
  }
  const groups = new Map<string, string[]>()
  for (const [symbol, types] of typesOf) {
    const key = types.join(',')
    groups.set(key, [...(groups.get(key) ?? []), symbol])
  }
  for (const [joined, symbols] of groups) {
    const types = joined.split(',')
    const most = Math.floor(namesAtOnce / (1 + types.length))
    for (let at = 0; at < symbols.length; at += most) {
      const some = symbols.slice(at, at + most)
      const names = some.flatMap((symbol) => types.map((type) => `${symbol}:${type}`))
      const since = names.map((name) => [name, seqOf.get(name)] as const).filter(([, seq]) => seq != null)
      yield { params: some.join(','), types: joined, ...(since.length > 0 && { since: Object.fromEntries(since) }) }
    }
  }
}
