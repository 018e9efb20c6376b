import type { SubscriptionType } from './stream-events.ts'

/** One subscribed symbol and type. `seq` is the last number received; null before the first. */
export type Lane = { symbol: string; type: SubscriptionType; listeners: number; seq: number | null }

const numbered = ['1m', '5m', '15m', '30m', '1h', '2h', '4h', '1d', '1w', '1M']

/** Maps `kline@5m` to `kline@2`, as frames name it; returns other types unchanged. */
export function wireType(type: SubscriptionType): SubscriptionType {
  const at = type.startsWith('kline@') ? numbered.indexOf(type.slice(6)) : -1
  return at === -1 ? type : `kline@${at + 1}`
}

/** Symbols per message; the gateway accepts 64 KiB. */
const symbolsAtOnce = 1_000

/** Subscribed lanes and the last sequence number of each. Lane names look like `stock:AAPL$US:tick`. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()

  get size(): number {
    return this.#lanes.size
  }

  get instruments(): number {
    return new Set([...this.#lanes.values()].map(({ symbol }) => symbol)).size
  }

  get(name: string): Lane | undefined {
    return this.#lanes.get(name)
  }

  /** Adds a listener; true if it is the first one. */
  want(symbol: string, type: SubscriptionType): boolean {
    const name = `${symbol}:${type}`
    const lane = this.#lanes.get(name)
    if (lane) {
      lane.listeners += 1
      return false
    }
    this.#lanes.set(name, { symbol, type, listeners: 1, seq: null })
    return true
  }

  /** Removes a listener; true if it was the last one. */
  drop(symbol: string, type: SubscriptionType): boolean {
    const name = `${symbol}:${type}`
    const lane = this.#lanes.get(name)
    if (!lane) return false
    lane.listeners -= 1
    return lane.listeners === 0 && this.#lanes.delete(name)
  }

  forget(symbol: string): void {
    for (const [name, lane] of this.#lanes) if (lane.symbol === symbol) this.#lanes.delete(name)
  }

  clear(): void {
    this.#lanes.clear()
  }

  all(): Lane[] {
    return [...this.#lanes.values()]
  }

  /** Lanes without any event yet. */
  fresh(): Lane[] {
    return this.all().filter(({ seq }) => seq === null)
  }

  /** The last sequence numbers as positions for `resume`, split into messages below the limit. */
  *resumePositions(): Iterable<Record<string, number>> {
    const known = [...this.#lanes].flatMap(([name, { seq }]) => (seq === null ? [] : [[name, seq] as const]))
    for (let at = 0; at < known.length; at += symbolsAtOnce) {
      yield Object.fromEntries(known.slice(at, at + symbolsAtOnce))
    }
  }

  /** Maps a frame back to the subscribed symbol. A frame has the region even when the subscription omitted it. */
  symbolOf(data: { class?: string; s: string; r: string; type: string }): string {
    const code = data.type === 'depth' ? data.s.slice(0, data.s.lastIndexOf('$')) : data.s
    const whole = `${data.class}:${code}$${data.r}`
    return this.#lanes.has(`${whole}:${data.type}`) ? whole : `${data.class}:${code}`
  }
}

/** Groups symbols with the same types into one message. */
export function* requestsFor(
  lanes: readonly { symbol: string; type: SubscriptionType }[],
): Iterable<{ params: string; types: string }> {
  const typesOf = new Map<string, string[]>()
  for (const { symbol, type } of lanes) typesOf.set(symbol, [...(typesOf.get(symbol) ?? []), type])
  const groups = new Map<string, string[]>()
  for (const [symbol, types] of typesOf) {
    const key = types.join(',')
    groups.set(key, [...(groups.get(key) ?? []), symbol])
  }
  for (const [types, symbols] of groups) {
    for (let at = 0; at < symbols.length; at += symbolsAtOnce) {
      yield { params: symbols.slice(at, at + symbolsAtOnce).join(','), types }
    }
  }
}
