import type { Alpaca as Client, MarketDataClient } from '@alpacahq/alpaca-trade-api'
import type { SourceAction } from '#src/market/action-edits/source-actions.ts'
import { SourceRefused } from '../source.ts'
import type { Connection, Hearer, Vendor, VendorBar, VendorSymbol, VendorTrade } from '../vendor/vendor.ts'
import { openStream } from './alpaca-socket.ts'
import { actionsOf, isOfItsTime, tradeOf } from './rows.ts'

export const alpacaFeeds = ['iex', 'sip', 'delayed_sip'] as const
export type AlpacaFeed = (typeof alpacaFeeds)[number]

/** `rest`, `stream`: origins; by default the vendor's origins. */
export type AlpacaOptions = { key: string; secret: string; feed: AlpacaFeed; rest?: string; stream?: string }

const rowsMax = 10_000
const timeoutMs = 15_000
const actionTypes = 'forward_split,reverse_split,stock_dividend,cash_dividend'
const actionsMax = 1_000
const firstAction = new Date('1990-01-01')

export class Alpaca implements Vendor {
  readonly name = 'alpaca'
  readonly source = 'push'
  readonly intervals = ['1d', '1m'] as const
  readonly #options: AlpacaOptions
  #client: Client | null = null

  constructor(options: AlpacaOptions) {
    this.#options = options
  }

  async connect(symbols: readonly VendorSymbol[], hearer: Hearer): Promise<Connection> {
    const data = await this.#data()
    const { feed, stream } = this.#options
    const at = (path: string) => (stream === undefined ? {} : { url: `${stream}${path}` })
    const [coins, others] = [symbols.filter(isCoin), symbols.filter((symbol) => !isCoin(symbol))]
    const connections: Connection[] = []
    if (others.length > 0) {
      const stocks = { feed, ...at(`/v2/${feed}`) }
      connections.push(openStream((options) => data.stockStream({ ...options, ...stocks }), others, hearer))
    }
    if (coins.length > 0) {
      const crypto = at('/v1beta3/crypto/us')
      connections.push(openStream((options) => data.cryptoStream({ ...options, ...crypto }), coins, hearer))
    }
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
    const [data, { marketDataShapes }] = [await this.#data(), await import('@alpacahq/alpaca-trade-api')]
    const params = { symbols: [symbol.name], ...span(from, to), limit: rowsMax }
    if (isCoin(symbol))
      yield* inPages(data.iterateCryptoTrades({ ...params, loc: 'us' }), ({ value }) => [
        tradeOf(marketDataShapes.toCryptoTrade(value)),
      ])
    else
      yield* inPages(data.iterateStockTrades({ ...params, feed: this.#recorded() }), ({ value }) => {
        const trade = marketDataShapes.toStockTrade(value)
        return isOfItsTime(trade.conditions, trade.tape) ? [tradeOf(trade)] : []
      })
  }

  async *bars(symbol: VendorSymbol, interval: '1m' | '1d', from: number, to: number): AsyncGenerator<VendorBar[]> {
    const [data, { marketDataShapes, TimeFrame }] = [await this.#data(), await import('@alpacahq/alpaca-trade-api')]
    const timeframe = interval === '1d' ? TimeFrame.Day : TimeFrame.Minute
    const params = { symbols: [symbol.name], timeframe, ...span(from, to), limit: rowsMax }
    type Value = Parameters<typeof marketDataShapes.toBar>[0]
    const read = ({ value }: { value: Value }) => {
      const { timestamp, open, high, low, close, volume } = marketDataShapes.toBar(value)
      return [{ time: timestamp.getTime(), open, high, low, close, volume }]
    }
    if (isCoin(symbol)) yield* inPages(data.iterateCryptoBars({ ...params, loc: 'us' }), read)
    else yield* inPages(data.iterateStockBars({ ...params, feed: this.#recorded(), adjustment: 'raw' }), read)
  }

  async actions(symbol: VendorSymbol, to: number): Promise<SourceAction[]> {
    const data = await this.#data()
    const params = {
      symbols: [symbol.name],
      types: actionTypes,
      start: firstAction,
      end: new Date(to),
      limit: actionsMax,
    }
    return refusing(async () => actionsOf(await data.collectCorporateActions(params)))
  }

  /** The feed for REST. REST has no feed of delayed prices; delayed prices come from the SIP. */
  #recorded(): 'iex' | 'sip' {
    return this.#options.feed === 'iex' ? 'iex' : 'sip'
  }

  async #data(): Promise<MarketDataClient> {
    const { Alpaca: Official } = await import('@alpacahq/alpaca-trade-api')
    const { key: keyId, secret, rest } = this.#options
    const elsewhere = rest === undefined ? {} : { fetchApi: fetchAt(rest) }
    this.#client ??= new Official({ keyId, secret, timeoutMs, ...elsewhere })
    return this.#client.marketData
  }
}

function isCoin({ class: name }: VendorSymbol): boolean {
  return name === 'crypto'
}

function span(from: number, to: number): { start: Date; end: Date } {
  return { start: new Date(from), end: new Date(to) }
}

/** A `fetch` that replaces the origin, because the client supports only the vendor's own origin. */
function fetchAt(origin: string): typeof fetch {
  return (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(`${origin}${pathname}${search}`, init)
  }
}

async function* inPages<Row, Read>(rows: AsyncIterable<Row>, read: (row: Row) => Read[]): AsyncGenerator<Read[]> {
  let page: Read[] = []
  const following = rows[Symbol.asyncIterator]()
  for (;;) {
    const next = await refusing(() => following.next())
    if (next.done) break
    page.push(...read(next.value))
    if (page.length < rowsMax) continue
    yield page
    page = []
  }
  yield page
}

async function refusing<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AuthError') throw new SourceRefused('the key was refused')
    throw cause
  }
}
