import type { CallName, Calls } from '#sdk/typescript/calls/paths.ts'
import type { Quote, Trade } from '#sdk/typescript/calls/shapes.ts'
import { ApiError } from '#sdk/typescript/error.ts'
import { type Answer, Rest } from '#sdk/typescript/rest.ts'
import { Stream } from '#sdk/typescript/stream.ts'
import { type BarInterval, instrumentKey } from '#src/contract/market.ts'
import { symbolPageSize } from '#src/contract/site.ts'
import { klineType } from '#src/contract/stream-names.ts'
import type { Adjustment } from '../state/chart-state.ts'
import type { SymbolRecord } from '../state/symbols/symbol.ts'
import type { SearchRequest } from '../state/symbols/symbol-search.ts'
import type { Access } from './access.ts'
import { type Beside, LockedPrices } from './beside.ts'
import { bookOf, type Get, queryOf, quotesOf, tradesOf, watchMarket } from './gateway-market.ts'
import { readInfo } from './instrument-info.ts'
import type { Book, LiveMarket, MarketHandlers } from './live-market.ts'
import type { BarPage, BarWanted, ChartInstrument, LiveBars, MarketSource, MarketState } from './market-source.ts'

const retryAfterMs = 400
/** With the public key, this share of a minute's requests is reserved for bars and search. */
const reservedShare = 0.5

/** The chart's data from the gateway: stored data and search over REST, live data over the stream. */
export class GatewaySource implements MarketSource, LiveMarket, Disposable {
  readonly #rest: Rest
  readonly #stream: Stream
  readonly #instruments = new Map<string, Promise<ChartInstrument>>()
  readonly #counted: Access['counted']
  #lastBeside: Promise<void> = Promise.resolve()

  constructor({ counted, ...access }: Access, lang: string) {
    this.#counted = counted
    this.#rest = new Rest({ ...access, lang, retries: 0 })
    this.#stream = new Stream(access)
  }

  /** Caches each instrument for chart, watchlist and market panel, because plans count requests. */
  instrument(ticker: string): Promise<ChartInstrument> {
    const known = this.#instruments.get(ticker) ?? this.#readInstrument(ticker)
    this.#instruments.set(ticker, known)
    known.catch(() => this.#instruments.delete(ticker))
    return known
  }

  watched(ticker: string, signal?: AbortSignal): Promise<ChartInstrument> {
    return this.#instruments.get(ticker) ?? this.#beside(() => this.instrument(ticker), signal)
  }

  async #readInstrument(ticker: string, signal?: AbortSignal): Promise<ChartInstrument> {
    const at = ticker.indexOf(':')
    const query = { exchange: ticker.slice(0, at), code: ticker.slice(at + 1) }
    const { data } = await this.#get('symbol', query, signal)
    return readInfo(ticker, data)
  }

  async bars(
    instrument: ChartInstrument,
    interval: BarInterval,
    wanted: BarWanted,
    signal?: AbortSignal,
  ): Promise<BarPage> {
    assertOpen(instrument)
    const { limit, adjust, before, from } = wanted
    const query = {
      ...queryOf(instrument),
      interval,
      limit,
      ...(adjust !== 'none' && hasActions(instrument) && { adjust }),
      ...(before !== undefined && { to: new Date(before - 1) }),
      ...(from !== undefined && { from: new Date(from) }),
    }
    const { data, delay, source, warning } = await this.#get('kline', query, signal)
    // If the plan limits history, older bars are requested nevertheless, because the refusal states the reason.
    const more = data.length >= limit || warning === 'history_limit'
    return { bars: data, more, delay: delay ?? 0, source: source ?? null }
  }

  async balance(
    instrument: ChartInstrument,
    interval: BarInterval,
    { adjust, at }: { adjust: Adjustment; at: number },
    signal?: AbortSignal,
  ): Promise<number | null> {
    assertOpen(instrument)
    const query = {
      ...queryOf(instrument),
      interval,
      name: 'obv' as const,
      limit: 1,
      to: new Date(at),
      ...(adjust !== 'none' && hasActions(instrument) && { adjust }),
    }
    const { data } = await this.#get('indicator', query, signal)
    const row = data.at(-1)
    return row?.t === at ? (row.obv ?? null) : null
  }

  /** Follows live bars. After each reconnect of the SDK the chart reads the bars that may be missing. */
  follow(instrument: ChartInstrument, interval: BarInterval, live: LiveBars): () => void {
    if (instrument.locked) return () => {}
    const stream = this.#stream
    const symbol = instrumentKey(instrument)
    const type = klineType(interval)
    let wasLive = false
    const stops = [
      stream.on('kline', (update) => {
        if (update.symbol === symbol && update.type === type) live.bar(update)
      }),
      stream.on('gap', (gap) => gap.symbol === symbol && live.gap()),
      stream.on('heartbeat', ({ replaced }) => replaced.includes(symbol) && live.replaced()),
      stream.on('rejected', (rejection) => {
        if (rejection.symbol === symbol || rejection.symbol === null) live.state('off')
      }),
      stream.on('state', ({ kind }) => {
        live.state(kind === 'live' ? 'live' : kind === 'refused' || kind === 'closed' ? 'off' : 'reconnecting')
        if (kind !== 'live') return
        if (wasLive) live.gap()
        wasLive = true
      }),
      stream.subscribe([symbol], [type]),
    ]
    if (stream.state.kind === 'live') {
      wasLive = true
      live.state('live')
    }
    return () => {
      for (const stop of stops) stop()
    }
  }

  async search(request: SearchRequest, signal?: AbortSignal): Promise<SymbolRecord[]> {
    const { page, code, type, region } = request
    const filters = { ...(code && { code }), ...(type && { type }), ...(region && { region }) }
    const { data } = await this.#get('search', { page, size: symbolPageSize, ...filters }, signal)
    return data.content
  }

  async marketState(instrument: ChartInstrument, signal?: AbortSignal): Promise<MarketState> {
    const { market } = await this.#readInstrument(instrument.ticker, signal)
    return market ?? { status: 'closed', next: null }
  }

  async quotes(
    instruments: readonly ChartInstrument[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, Beside<Quote>>> {
    const open = instruments.filter(({ locked }) => !locked)
    const read = open.length > 0 ? await this.#beside(() => quotesOf(this.#call, open, signal), signal) : []
    const shut = instruments.flatMap(({ ticker, locked }): [string, Beside<Quote>][] =>
      locked ? [[ticker, { state: 'locked', plan: locked.plan }]] : [],
    )
    return new Map([...read, ...shut])
  }

  async book(instrument: ChartInstrument, signal?: AbortSignal): Promise<Book | null> {
    assertOpen(instrument)
    return this.#beside(() => bookOf(this.#call, instrument, signal), signal)
  }

  async trades(instrument: ChartInstrument, count: number, signal?: AbortSignal): Promise<Trade[]> {
    assertOpen(instrument)
    return this.#beside(() => tradesOf(this.#call, instrument, count, signal), signal)
  }

  watch(instrument: ChartInstrument, handlers: MarketHandlers): () => void {
    if (instrument.locked) return () => {}
    return watchMarket(this.#stream, instrument, handlers)
  }

  /**
   * Runs reads of data besides bars, one by one, while the minute has spare requests, so that bars keep their quota.
   */
  #beside<T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const turn = this.#lastBeside.then(() => this.#spare(signal)).then(read)
    this.#lastBeside = turn.then(
      () => {},
      () => {},
    )
    return turn
  }

  async #spare(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    const rateLimit = this.#counted === 'calls' ? this.#rest.rateLimit : null
    if (rateLimit && rateLimit.remaining < rateLimit.limit * reservedShare)
      await waitUntil(rateLimit.resetsAt.getTime(), signal)
    signal?.throwIfAborted()
  }

  readonly #call: Get = (name, input, signal) => this.#get(name, input, signal)

  /** Calls the gateway. Retries once after a failure of the network or the server; a refusal is thrown at once. */
  async #get<N extends CallName>(
    name: N,
    input: Calls[N]['input'],
    signal?: AbortSignal,
  ): Promise<Answer<Calls[N]['output']>> {
    try {
      return await this.#rest.get(name, input)
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof ApiError) || (error.status !== 0 && error.status < 500)) throw error
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
      signal?.throwIfAborted()
      return this.#rest.get(name, input)
    }
  }

  [Symbol.dispose](): void {
    this.#stream.close()
  }
}

function assertOpen({ locked }: ChartInstrument): void {
  if (locked) throw new LockedPrices(locked.plan)
}

function waitUntil(time: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, time - Date.now()))
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Whether an instrument can have splits and dividends. */
export function hasActions({ class: assetClass }: Pick<ChartInstrument, 'class'>): boolean {
  return assetClass === 'stock' || assetClass === 'fund'
}
