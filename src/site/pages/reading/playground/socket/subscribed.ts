import { Lanes, requestsFor, wireType } from '#sdk/typescript/lanes.ts'
import type { Incoming, MarketUpdate, SubscriptionType } from '#sdk/typescript/stream-events.ts'
import type { MissingFrames } from './frame-log.ts'

export type SubscribeMessage = { ac: 'subscribe' | 'unsubscribe'; params: string[]; types?: string }

export type ActiveSymbol = { symbol: string; types: string[]; last: number | null; changePercent: number | null }

/** A symbol that the gateway refused in its last response. */
export type Refusal = { symbol: string; reason: string; limit: number | null }

/**
 * A frame of the socket. In responses to `subscribe`, `accepted` and `rejected` are beside `code`, not inside `data`.
 */
export type Frame = Incoming & { accepted?: string[] }
export type EventData = MarketUpdate & { class?: string }

export type NewGap = Pick<MissingFrames, 'lane' | 'from' | 'to' | 'after' | 'rest'>

const noFigures = { last: null, changePercent: null }

/** The accepted subscriptions, with the last sequence number and price of each. */
export class Subscribed {
  readonly #lanes = new Lanes()
  readonly #figures = new Map<string, Pick<ActiveSymbol, 'last' | 'changePercent'>>()
  /** Sent messages without a response yet, oldest first. Responses arrive in the order of the messages. */
  #pending: SubscribeMessage[] = []

  get active(): ActiveSymbol[] {
    const typesOf = new Map<string, string[]>()
    for (const { symbol, type } of this.#lanes.all()) typesOf.set(symbol, [...(typesOf.get(symbol) ?? []), type])
    return [...typesOf].map(([symbol, types]) => ({ symbol, types, ...noFigures, ...this.#figures.get(symbol) }))
  }

  addPending(message: SubscribeMessage): void {
    this.#pending.push(message)
  }

  /** The messages that restore all subscriptions after a lost connection. */
  again(): SubscribeMessage[] {
    this.#pending = []
    return [...requestsFor(this.#lanes.all())].map(({ params, types }) => {
      return { ac: 'subscribe', params: params.split(','), types }
    })
  }

  /** Handles the response to the oldest message; returns the refusals. */
  answer({ accepted = [], rejected = [], code, error = '', limit = null }: Frame): Refusal[] {
    const pending = this.#pending.shift()
    const types = (pending?.types ?? 'quote').split(',').map((type) => wireType(type as SubscriptionType))
    for (const symbol of accepted)
      if (pending?.ac === 'unsubscribe') this.#lanes.forget(symbol)
      else for (const type of types) this.#lanes.want(symbol, type)
    for (const { s } of rejected) this.#lanes.forget(s)
    const refusals: Refusal[] = rejected.map(({ s, reason }) => ({ symbol: s, reason, limit: null }))
    // Otherwise the error of the response is the reason of its first rejected symbol.
    if (code === 0 && (limit !== null || rejected.length === 0)) refusals.push({ symbol: '', reason: error, limit })
    return refusals
  }

  /** Records an event. Returns its symbol, and the gap of trades before the event. */
  receive(data: EventData): { symbol: string; gap: NewGap | null } {
    const lane = this.#lanes.laneOf(data)
    const symbol = lane?.symbol ?? data.s
    const before = lane?.seq ?? 0
    // A replayed event is older than the shown event.
    if (data.seq > before) {
      // A trade has no `chp`, so the last known change stays.
      const change = 'chp' in data && { changePercent: data.chp }
      if ('ld' in data)
        this.#figures.set(symbol, { ...noFigures, ...this.#figures.get(symbol), ...change, last: data.ld })
      if (lane) lane.seq = data.seq
    }
    // Only missing trades are a gap: every other event contains the whole newest state, so a missing event loses
    // nothing.
    const isGap = data.type === 'tick' && before > 0 && data.seq > before + 1
    return { symbol, gap: isGap ? { ...gapBefore(data, before), lane: `${symbol}:tick` } : null }
  }

  /** Records that the gateway reported a gap up to number `to`. */
  skip(name: string, to: number): void {
    const lane = this.#lanes.get(name)
    if (lane && (lane.seq ?? 0) < to) lane.seq = to
  }
}

/**
 * Describes the missing trades between sequence number `before` and this event. A trade's number is at most its time
 * in µs, so `before` / 1000 ms is early enough for REST's `from`.
 */
function gapBefore({ class: name, s, r, seq }: EventData, before: number): Omit<NewGap, 'lane'> {
  const rest = `/${name}/trades?region=${r}&code=${encodeURIComponent(s)}&from=${Math.floor(before / 1_000)}&limit=5000`
  return { from: before + 1, to: seq - 1, after: before, rest }
}
