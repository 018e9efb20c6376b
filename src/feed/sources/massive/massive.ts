import type { SourceAction } from '#src/market/action-edits/source-actions.ts'
import { SourceRefused } from '../source.ts'
import { middleOf } from '../vendor/quotes.ts'
import type { Connection, Hearer, Vendor, VendorBar, VendorSymbol, VendorTrade } from '../vendor/vendor.ts'
import { clusterOf, forexQuote, isOfItsTime, sideOf, tickerOf, tradeOf } from './frames.ts'
import { openCluster } from './massive-socket.ts'

/** `rest`, `stream`: origins; by default the vendor's origins. */
export type MassiveOptions = { key: string; rest?: string; stream?: string }

const rowsMax = 50_000
const requestOptions = { timeout: 15_000 }
const actionsMax = 1_000

type Rows = { results?: readonly object[] }
type Sorted = { order: 'asc'; sort: 'timestamp'; limit: number; timestampGte: string; timestampLte: string }
type Aggregates = {
  multiplier: 1
  timespan: 'day' | 'minute'
  from: string
  to: string
  adjusted: false
  sort: 'asc'
} & {
  limit: number
}

type Listed = { ticker: string; order: 'asc'; limit: number }

/**
 * The calls of the client that this source uses. The client's own types require enumeration members that differ between
 * calls.
 */
type Calls = {
  getStocksTrades(params: Sorted & { stockTicker: string }, options: typeof requestOptions): Promise<Rows>
  getCryptoTrades(params: Sorted & { cryptoTicker: string }, options: typeof requestOptions): Promise<Rows>
  getForexQuotes(params: Sorted & { fxTicker: string }, options: typeof requestOptions): Promise<Rows>
  getStocksAggregates(params: Aggregates & { stocksTicker: string }, options: typeof requestOptions): Promise<Rows>
  getCryptoAggregates(params: Aggregates & { cryptoTicker: string }, options: typeof requestOptions): Promise<Rows>
  getForexAggregates(params: Aggregates & { forexTicker: string }, options: typeof requestOptions): Promise<Rows>
  listStockSplits(
    params: Listed & { sort: 'execution_date'; executionDateGte: string | undefined; executionDateLte: string },
    options: typeof requestOptions,
  ): Promise<Rows>
  listDividends(
    params: Listed & { sort: 'ex_dividend_date'; exDividendDateGte: string | undefined; exDividendDateLte: string },
    options: typeof requestOptions,
  ): Promise<Rows>
}
type Raw = Readonly<Record<string, unknown>>

export class Massive implements Vendor {
  readonly name = 'massive'
  readonly source = 'push'
  readonly intervals = ['1d', '1m'] as const
  readonly #options: MassiveOptions

  constructor(options: MassiveOptions) {
    this.#options = options
  }

  async connect(symbols: readonly VendorSymbol[], hearer: Hearer): Promise<Connection> {
    const { websocketClient } = await import('@massive.com/client-js')
    const sockets = websocketClient(this.#options.key, this.#options.stream)
    const groups = Map.groupBy(symbols, (symbol) => clusterOf[symbol.class])
    const connections = [...groups].map(([cluster, some]) => openCluster(sockets, cluster, some, hearer))
    return {
      ping: () => {
        for (const one of connections) one.ping()
      },
      [Symbol.dispose]: () => {
        for (const one of connections) one[Symbol.dispose]()
      },
    }
  }

  async *trades(symbol: VendorSymbol, from: number, to: number): AsyncGenerator<VendorTrade[]> {
    const rest = await this.#rest()
    for await (const rows of pages(from, timeOfTrade, (since) => fetchTrades(rest, symbol, since, to)))
      yield rows.flatMap((row) => readTrade(symbol, row) ?? [])
  }

  async *bars(symbol: VendorSymbol, interval: '1m' | '1d', from: number, to: number): AsyncGenerator<VendorBar[]> {
    const rest = await this.#rest()
    for await (const rows of pages(from, timeOfBar, (since) => fetchBars(rest, symbol, interval, since, to)))
      yield rows.map(({ t, o, h, l, c, v }) => ({
        ...{
          time: Number(t),
          open: Number(o),
          high: Number(h),
          low: Number(l),
          close: Number(c),
          volume: Number(v ?? 0),
        },
      }))
  }

  async actions(symbol: VendorSymbol, to: number): Promise<SourceAction[]> {
    const rest = await this.#rest()
    const listed = { ticker: tickerOf(symbol), order: 'asc', limit: actionsMax } as const
    const until = new Date(to).toISOString().slice(0, 10)
    const splits = await listAll('execution_date', (since) => {
      const days = { executionDateGte: since, executionDateLte: until }
      return rest.listStockSplits({ ...listed, ...days, sort: 'execution_date' }, requestOptions)
    })
    const dividends = await listAll('ex_dividend_date', (since) => {
      const days = { exDividendDateGte: since, exDividendDateLte: until }
      return rest.listDividends({ ...listed, ...days, sort: 'ex_dividend_date' }, requestOptions)
    })
    return [...splits.map(splitOf), ...dividends.map(dividendOf)]
  }

  async #rest(): Promise<Calls> {
    const { restClient } = await import('@massive.com/client-js')
    // The client's own paging returns later pages before earlier pages, and keeps all pages in memory.
    return restClient(this.#options.key, this.#options.rest, { pagination: false }) as unknown as Calls
  }
}

/** Reads page after page; each page starts at the time of the previous page's last row. */
async function* pages(
  from: number,
  timeOf: (row: Raw) => number,
  fetchPage: (since: number) => Promise<Rows>,
): AsyncGenerator<Raw[]> {
  for (let since = from; ; ) {
    const rows = await rowsOf(fetchPage(since))
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < rowsMax) return
    since = Math.max(since + 1, timeOf(last))
  }
}

async function rowsOf(response: Promise<Rows>): Promise<Raw[]> {
  const { results } = await response.catch((cause: unknown) => {
    throw isRefused(cause) ? new SourceRefused('the key was refused') : cause
  })
  return (results ?? []) as Raw[]
}

/** Reads pages of rows sorted by day. Each page starts at the last day of the previous page and repeats that day. */
async function listAll(day: string, fetchPage: (since: string | undefined) => Promise<Rows>): Promise<Raw[]> {
  const found = new Map<unknown, Raw>()
  for (let since: string | undefined; ; ) {
    const rows = await rowsOf(fetchPage(since))
    for (const row of rows) found.set(row.id ?? row, row)
    const last = String(rows.at(-1)?.[day] ?? '')
    if (rows.length < actionsMax || last === since) return [...found.values()]
    since = last
  }
}

function splitOf({ execution_date: exDate, split_to: newShares, split_from: oldShares }: Raw): SourceAction {
  return { kind: 'split', exDate: String(exDate), newShares: Number(newShares), oldShares: Number(oldShares) }
}

function dividendOf(row: Raw): SourceAction {
  const text = (name: string) => String(row[name] ?? '')
  const days = { exDate: text('ex_dividend_date'), recordDate: text('record_date'), payDate: text('pay_date') }
  return { kind: 'dividend', ...days, amount: Number(row.cash_amount), currency: text('currency') }
}

async function fetchTrades(rest: Calls, symbol: VendorSymbol, from: number, to: number): Promise<Rows> {
  const span = { timestampGte: nanoseconds(from), timestampLte: nanoseconds(to, 999_999n) }
  const sorted = { ...span, order: 'asc', sort: 'timestamp', limit: rowsMax } as const
  const ticker = tickerOf(symbol)
  if (symbol.class === 'crypto') return rest.getCryptoTrades({ cryptoTicker: ticker, ...sorted }, requestOptions)
  if (symbol.class === 'forex') return rest.getForexQuotes({ fxTicker: ticker, ...sorted }, requestOptions)
  return rest.getStocksTrades({ stockTicker: ticker, ...sorted }, requestOptions)
}

async function fetchBars(
  rest: Calls,
  symbol: VendorSymbol,
  interval: '1m' | '1d',
  from: number,
  to: number,
): Promise<Rows> {
  const span = {
    multiplier: 1,
    timespan: interval === '1d' ? 'day' : 'minute',
    from: String(from),
    to: String(to),
  } as const
  const params = { ...span, adjusted: false, sort: 'asc', limit: rowsMax } as const
  const ticker = tickerOf(symbol)
  if (symbol.class === 'crypto') return rest.getCryptoAggregates({ cryptoTicker: ticker, ...params }, requestOptions)
  if (symbol.class === 'forex') return rest.getForexAggregates({ forexTicker: ticker, ...params }, requestOptions)
  return rest.getStocksAggregates({ stocksTicker: ticker, ...params }, requestOptions)
}

function readTrade({ class: name }: VendorSymbol, row: Raw): VendorTrade | null {
  const time = timeOfTrade(row)
  if (name === 'forex') return middleOf(forexQuote(time, row.bid_price, row.ask_price))
  if (name !== 'crypto' && !isOfItsTime(row.conditions)) return null
  const side = name === 'crypto' ? sideOf(row.conditions) : 0
  return tradeOf(row.exchange, row.id, time, Number(row.price), row.size, side)
}

/**
 * A number cannot hold all digits of nanoseconds. The added 0.0005 ms prevents a whole millisecond from becoming the
 * previous millisecond.
 */
function timeOfTrade(row: Raw): number {
  return Math.floor(Number(row.sip_timestamp ?? row.participant_timestamp) / 1e6 + 0.000_5)
}

function timeOfBar(row: Raw): number {
  return Number(row.t)
}

function nanoseconds(time: number, rest = 0n): string {
  return String(BigInt(time) * 1_000_000n + rest)
}

function isRefused(cause: unknown): boolean {
  const response: unknown = cause instanceof Error ? Reflect.get(cause, 'response') : null
  return typeof response === 'object' && response !== null && Reflect.get(response, 'status') === 401
}
