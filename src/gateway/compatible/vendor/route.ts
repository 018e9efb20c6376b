import type { DataName, DataOutput } from '#src/contract/data/data.ts'
import type { Beside } from '#src/contract/envelope.ts'
import type { AssetClass } from '#src/contract/market.ts'

/** An instrument by the vendor's ticker: the ticker as it was sent, and our class and code. */
export type Ticker = { text: string; class: AssetClass; code: string }

/** A call in the vendor's form. `ticker`: the instrument of `params.ticker`. */
export type Asked = {
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  ticker: Ticker
  now: number
}

/** The answer of our call. `next` writes the vendor's address of the next page. */
export type Answer<N extends DataName> = Beside & {
  data: DataOutput<N>
  requestId: string
  next: (cursor: string) => string
}

/** One call of a vendor as one call of ours. `query` and `shape` may throw refusals. */
export type Route<N extends DataName = DataName> = {
  /** The vendor's path with names in braces. */
  pattern: string
  call: N
  /** Chooses between routes of one pattern. */
  when?: (asked: Asked) => boolean
  /** Our class where the path has no ticker. */
  class?: (asked: Asked) => AssetClass
  query: (asked: Asked) => Record<string, string | number | undefined>
  shape(answer: Answer<N>, asked: Asked): object
}

export function route<N extends DataName>(one: Route<N>): Route {
  return one
}

export type Found = { route: Route; asked: Asked }
