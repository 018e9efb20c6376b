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
