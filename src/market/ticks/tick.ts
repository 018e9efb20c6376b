import type { DataSource } from '#src/contract/market.ts'

/** One trade. For currency quotes `price` is the mid price. `time`: ms UTC. `seq` orders ticks in the same ms. */
export type Tick = {
  time: number
  seq: number
  price: number
  volume: number
  side: 0 | 1 | 2
  bid: number
  ask: number
  source: DataSource
}

export type RecordedTick = Tick & { instrumentId: number }

/** The best bid and offer, valid from `time` on. 0: there is no bid or no offer. `seq` orders quotes in the same ms. */
export type BestQuote = {
  time: number
  seq: number
  bid: number
  bidVolume: number
  ask: number
  askVolume: number
  source: DataSource
}

export type RecordedQuote = BestQuote & { instrumentId: number }

/**
 * A page of events of an instrument, both ends included. `newest` returns the last events of the range, `oldest` the
 * first. `after`: only events after this event, in the direction of reading.
 */
export type EventPageRequest = {
  from: number
  to: number
  order: 'newest' | 'oldest'
  limit: number
  after: { time: number; seq: number } | null
  source?: DataSource | undefined
}

/** An event with its version. Of several events with the same time and `seq`, the highest version counts. */
export type Versioned<Event> = Event & { version: number }
