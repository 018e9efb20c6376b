import type { SubscriptionType } from '#src/contract/stream-names.ts'
import type { LaneType } from '../protocol/lane-type.ts'
import type { TapeView } from '../view/tape-view.ts'
import type { WrittenSymbol } from './written-symbols.ts'

/** An admitted instrument, as a client wrote it, in the view that the client's plan allows. */
export type Wanted = { readonly symbol: WrittenSymbol; readonly view: TapeView }

/** Counts a reader of bars that the gateway builds only for subscriptions. */
export function startLane({ view, symbol }: Wanted, type: LaneType): void {
  if (isWide(type)) view.wideBars.subscribe(symbol.key, type)
  else if (type === 'second') view.secondBars.subscribe(symbol.key)
}

export function endLane({ view, symbol }: Wanted, type: LaneType): void {
  if (isWide(type)) view.wideBars.release(symbol.key, type)
  else if (type === 'second') view.secondBars.release(symbol.key)
}

/** Whether the gateway builds the bar from minutes. */
export function isWide(type: LaneType): type is SubscriptionType {
  return type.startsWith('kline@') && type !== 'kline@1'
}
