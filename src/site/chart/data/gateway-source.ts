import type { IndicatorBar } from '#src/contract/indicators/indicator.ts'
import type { Interval } from '#src/contract/market.ts'
import type { SymbolRecord } from '../symbols/symbol.ts'
import { type SearchAsk, searchPageSize } from '../symbols/symbol-search.ts'
import { type Answer, type Credentials, wholeEnvelope } from './access.ts'
import { readInfo, type SymbolInfo } from './instrument-info.ts'
import { followBars } from './live-bars.ts'
import type { BarPage, BarWanted, ChartInstrument, LiveBars, MarketSource } from './market-source.ts'

export type Access = { credentials(): Promise<Credentials>; forget(): void }

/** The chart's data from our own gateway: REST for pages of history and search, the stream for live bars. */
export class GatewaySource implements MarketSource {
  readonly #access: Access
  readonly #lang: string

  constructor(access: Access, lang: string) {
    this.#access = access
    this.#lang = lang
  }

  async instrument(ticker: string, signal?: AbortSignal): Promise<ChartInstrument> {
    const at = ticker.indexOf(':')
    const query = { exchange: ticker.slice(0, at), code: ticker.slice(at + 1) }
    const { data } = await this.#get<SymbolInfo>('/symbol/info', query, signal)
    return readInfo(ticker, data)
  }

  async bars(
    instrument: ChartInstrument,
    interval: Interval,
    wanted: BarWanted,
    signal?: AbortSignal,
  ): Promise<BarPage> {
    const query: Record<string, string> = {
      region: instrument.region,
      code: instrument.code,
      interval,
      limit: String(wanted.limit),
    }
    if (wanted.before !== undefined) query.et = String(wanted.before - 1)
    if (wanted.from !== undefined) query.from = String(wanted.from)
    const answer = await this.#get<IndicatorBar[]>(`/${instrument.class}/kline`, query, signal)
    return {
      bars: answer.data,
      more: answer.data.length >= wanted.limit,
      delay: typeof answer.delay === 'number' ? answer.delay : 0,
      source: typeof answer.source === 'string' ? answer.source : null,
    }
  }

  follow(instrument: ChartInstrument, interval: Interval, live: LiveBars): () => void {
    return followBars(this.#access, instrument, interval, live)
  }

  /** One page of the symbol search. */
  async search(ask: SearchAsk, signal?: AbortSignal): Promise<SymbolRecord[]> {
    const { page, code, type, region } = ask
    const query = { page: String(page), size: String(searchPageSize), code, type, region }
    const { data } = await this.#get<{ content: SymbolRecord[] }>('/symbol/web/page', query, signal)
    return data.content
  }

  async #get<T>(path: string, query: Record<string, string>, signal?: AbortSignal): Promise<Answer<T>> {
    const { token, apiUrl } = await this.#access.credentials()
    const filled = Object.entries(query).filter(([, value]) => value !== '')
    const response = await fetch(`${apiUrl}${path}?${new URLSearchParams(filled)}`, {
      headers: { token, lang: this.#lang, Accept: 'application/json' },
      signal: signal ?? null,
    })
    if (response.status === 401) this.#access.forget()
    return wholeEnvelope<T>(response)
  }
}
