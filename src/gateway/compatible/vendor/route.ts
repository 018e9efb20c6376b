import type { DataName, DataOutput } from '#src/contract/data/data.ts'
import type { Beside } from '#src/contract/envelope.ts'
import type { AssetClass } from '#src/contract/market.ts'

/** An instrument that the client named. `text`: the vendor's ticker as it was sent. `class`, `code`: ours. */
export type Ticker = { text: string; class: AssetClass; code: string }

/** A call in the vendor's form. `ticker`: the first of its instruments. */
export type Asked = {
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  ticker: Ticker
  tickers: readonly Ticker[]
  now: number
}

/** The response to one of our calls. `next` returns the vendor's address of the next page. */
export type Answer<N extends DataName> = Beside & {
  data: DataOutput<N>
  /** The class in the path of our call. */
  class: AssetClass
  requestId: string
  next: (cursor: string) => string
}

/** The response to one part of a route. `text`: our envelope. */
export type PartAnswer = Pick<Part, 'call' | 'class'> & { text: string }

export class Answers {
  readonly #parts: readonly PartAnswer[]
  readonly #call: Pick<Answer<DataName>, 'requestId' | 'next'>

  constructor(parts: readonly PartAnswer[], call: Pick<Answer<DataName>, 'requestId' | 'next'>) {
    this.#parts = parts
    this.#call = call
  }

  /** The responses of the parts with this call, in the order of the parts. */
  of<N extends DataName>(call: N): Answer<N>[] {
    return this.#parts.flatMap((part) =>
      part.call === call ? [{ ...JSON.parse(part.text), ...this.#call, class: part.class }] : [],
    )
  }

  one<N extends DataName>(call: N): Answer<N> {
    const [answer] = this.of(call)
    if (!answer) throw new Error(`no part calls ${call}`)
    return answer
  }
}

export type Parameters = Record<string, string | number | undefined>

/** One of our calls. `class`: the class in its path, if the path has one. */
export type Part = {
  call: DataName
  class: AssetClass
  query: Parameters
  /** True if the response may lack this part because the key may not read its market. Never set for the last part. */
  mayLack?: boolean
}

/** A call of a vendor. Calls of ours supply its response. `parts` and `shape` may throw refusals. */
export type Route = {
  /** The vendor's path with parameters in braces. */
  pattern: string
  /** Whether this route handles the call, if several routes have the pattern. */
  when?: (asked: Asked) => boolean
  /** Our class of the ticker, if the path or the query determines it. */
  class?: (asked: Asked) => AssetClass
  /** The instruments, if they are not the single `{ticker}` of the path. */
  tickers?: (asked: Pick<Asked, 'params' | 'query'>) => readonly Ticker[]
  /** The call under which a refusal by `parts` is counted. */
  call: DataName
  /** One or more calls of ours. */
  parts: (asked: Asked) => readonly Part[]
  shape: (answers: Answers, asked: Asked) => object
}

/** A call of a vendor whose response comes from one call of ours. */
type Single<N extends DataName = DataName> = Omit<Route, 'parts' | 'shape'> & {
  call: N
  query: (asked: Asked) => Parameters
  shape(answer: Answer<N>, asked: Asked): object
}

export function route<N extends DataName>(single: Single<N>): Route {
  const { query, ...rest } = single
  return {
    ...rest,
    parts: (asked) => [{ call: single.call, class: asked.ticker.class, query: query(asked) }],
    shape: (answers, asked) => single.shape(answers.one(single.call), asked),
  }
}

export type Found = { route: Route; asked: Asked }
