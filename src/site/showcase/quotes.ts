import { useSyncExternalStore } from 'react'
import { TapewireStream } from '#sdk/typescript/stream.ts'
import { demoKey } from '#src/contract/site.ts'
import { demoSymbols } from './showcase.ts'

/** The figures of an instrument as pages show them. `asOf`: their time in words where they are not of now. */
export type Figure = {
  last: number
  previousClose: number
  changePercent: number
  time: number
  asOf?: string | null
}

const paintEveryMs = 250

/** One stream for all live figures of a page; opened with the first listener, closed with the last. */
class LiveQuotes {
  readonly #quotes = new Map<string, Figure>()
  readonly #listeners = new Set<() => void>()
  #stream: TapewireStream | null = null
  #paint: ReturnType<typeof setTimeout> | undefined
  readonly apiUrl: string

  constructor(apiUrl: string) {
    this.apiUrl = apiUrl
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    this.#stream ??= this.#open()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#close()
    }
  }

  quote(code: string): Figure | undefined {
    return this.#quotes.get(code)
  }

  #open(): TapewireStream {
    const stream = new TapewireStream({ apiUrl: this.apiUrl, key: demoKey })
    stream.on('quote', ({ symbol, ld, p, chp, t }) =>
      this.#take(codeOf(symbol), { last: ld, previousClose: p, changePercent: chp, time: t }),
    )
    stream.subscribe(demoSymbols, ['quote'])
    return stream
  }

  #close() {
    this.#stream?.close()
    this.#stream = null
  }

  #take(code: string, quote: Figure) {
    this.#quotes.set(code, quote)
    this.#paint ??= setTimeout(() => {
      this.#paint = undefined
      for (const listener of this.#listeners) listener()
    }, paintEveryMs)
  }
}

/** `stock:AAPL$US` is AAPL. */
function codeOf(symbol: string): string {
  return symbol.replace(/^\w+:/, '').replace(/\$.*$/, '')
}

let shared: LiveQuotes | null = null

function quotesOf(apiUrl: string): LiveQuotes {
  if (shared?.apiUrl !== apiUrl) shared = new LiveQuotes(apiUrl)
  return shared
}

/** The live figures of a demo instrument, or the ones that the page was sent with until there are newer ones. */
export function useLiveQuote(apiUrl: string, code: string, sent: Figure | null): Figure | null {
  const quotes = quotesOf(apiUrl)
  const live = useSyncExternalStore(
    quotes.subscribe,
    () => quotes.quote(code),
    () => undefined,
  )
  return live && !(sent && sent.time >= live.time) ? live : sent
}
