import { useSyncExternalStore } from 'react'
import { demoKey } from '#src/contract/site.ts'

/** The latest figures of an instrument as the page shows them. */
export type LiveQuote = { last: number; changePercent: number }

type QuoteFrame = { data?: { s: string; p?: number; ld?: number; chp?: number; type?: string } }

const retryMs = 5_000
const paintEveryMs = 250

/** One socket for all live figures of a page; opened while somebody looks, closed when the last one leaves. */
class LiveQuotes {
  private readonly quotes = new Map<string, LiveQuote>()
  private readonly listeners = new Set<() => void>()
  private socket: WebSocket | null = null
  private retry: ReturnType<typeof setTimeout> | undefined
  private paint: ReturnType<typeof setTimeout> | undefined
  private readonly url: string
  private readonly symbols: readonly string[]

  constructor(apiUrl: string, symbols: readonly string[]) {
    this.url = `${apiUrl.replace(/^http/, 'ws')}/stream?token=${demoKey}`
    this.symbols = symbols
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    if (!this.socket) this.open()
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size === 0) this.close()
    }
  }

  quote(code: string): LiveQuote | undefined {
    return this.quotes.get(code)
  }

  private open() {
    const socket = new WebSocket(this.url)
    this.socket = socket
    socket.onopen = () =>
      socket.send(JSON.stringify({ ac: 'subscribe', params: this.symbols.join(','), types: 'quote' }))
    socket.onmessage = ({ data }) => this.take(JSON.parse(data))
    socket.onclose = () => {
      if (this.socket !== socket) return
      this.socket = null
      if (this.listeners.size > 0) this.retry = setTimeout(() => this.open(), retryMs)
    }
  }

  private close() {
    clearTimeout(this.retry)
    const socket = this.socket
    this.socket = null
    socket?.close()
  }

  private take({ data }: QuoteFrame) {
    if (data?.type !== 'quote') return
    const last = data.ld ?? data.p
    if (last === undefined || data.chp === undefined) return
    this.quotes.set(codeOf(data.s), { last, changePercent: data.chp })
    this.paint ??= setTimeout(() => {
      this.paint = undefined
      for (const listener of this.listeners) listener()
    }, paintEveryMs)
  }
}

/** `stock:AAPL$US` and `AAPL` are both AAPL. */
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
  const live = useSyncExternalStore(
    (listener) => quotesOf(apiUrl, symbols).subscribe(listener),
    () => quotesOf(apiUrl, symbols).quote(code),
    () => undefined,
  )
  return live ?? sent
}
