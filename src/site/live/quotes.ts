import { useSyncExternalStore } from 'react'
import { TapewireStream } from '#sdk/stream.ts'
import { demoKey } from '#src/contract/site.ts'

/** The latest figures of an instrument as the page shows them. */
export type LiveQuote = { last: number; changePercent: number }

const paintEveryMs = 250

/** One stream for all live figures of a page; opened while somebody looks, closed when the last one leaves. */
class LiveQuotes {
  private readonly quotes = new Map<string, LiveQuote>()
  private readonly listeners = new Set<() => void>()
  private stream: TapewireStream | null = null
  private paint: ReturnType<typeof setTimeout> | undefined
  private readonly apiUrl: string
  private readonly symbols: readonly string[]

  constructor(apiUrl: string, symbols: readonly string[]) {
    this.apiUrl = apiUrl
    this.symbols = symbols
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    this.stream ??= this.open()
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size === 0) this.close()
    }
  }

  quote(code: string): LiveQuote | undefined {
    return this.quotes.get(code)
  }

  private open(): TapewireStream {
    const stream = new TapewireStream({ apiUrl: this.apiUrl, key: demoKey })
    stream.on('quote', ({ symbol, ld, chp }) => this.take(codeOf(symbol), { last: ld, changePercent: chp }))
    stream.subscribe(this.symbols, ['quote'])
    return stream
  }

  private close() {
    this.stream?.close()
    this.stream = null
  }

  private take(code: string, quote: LiveQuote) {
    this.quotes.set(code, quote)
    this.paint ??= setTimeout(() => {
      this.paint = undefined
      for (const listener of this.listeners) listener()
    }, paintEveryMs)
  }
}

/** `stock:AAPL$US` is AAPL. */
function codeOf(symbol: string): string {
  return symbol.replace(/^\w+:/, '').replace(/\$.*$/, '')
}

let shared: { key: string; quotes: LiveQuotes } | null = null

function quotesOf(apiUrl: string, symbols: readonly string[]): LiveQuotes {
  const key = `${apiUrl} ${symbols.join()}`
  if (shared?.key !== key) shared = { key, quotes: new LiveQuotes(apiUrl, symbols) }
  return shared.quotes
}

/** The live quote of one of `symbols`, or what the page was sent with until the first frame arrives. */
export function useLiveQuote(apiUrl: string, symbols: readonly string[], code: string, sent: LiveQuote | null) {
  const quotes = quotesOf(apiUrl, symbols)
  const live = useSyncExternalStore(
    quotes.subscribe,
    () => quotes.quote(code),
    () => undefined,
  )
  return live ?? sent
}
