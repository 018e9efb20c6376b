import type { DataSource } from '#src/contract/market.ts'

/** One trade; of currency quotes `price` is the mid. `time` in ms UTC, `seq` orders ticks of one ms. */
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

/** Best bid and offer from `time` on; 0: nobody is on that side. `seq` orders those of one ms. */
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
 * A page of events of an instrument: `newest` returns the last ones of the range, `oldest` the first; both ends are included.
 * `after`: only those beyond this one, in that direction.
 */
export type EventPageRequest = {
  from: number
  to: number
  order: 'newest' | 'oldest'
  limit: number
  after: { time: number; seq: number } | null
}

/** Of events with the same time and `seq`, the one with the highest version counts. */
export type Versioned<Event> = Event & { version: number }
