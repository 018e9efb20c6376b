import type { CallName, Calls } from '#sdk/typescript/calls/paths.ts'
import type { Quote, Trade } from '#sdk/typescript/calls/shapes.ts'
import type { Answer } from '#sdk/typescript/rest.ts'
import type { Stream } from '#sdk/typescript/stream.ts'
import type { SubscriptionType } from '#sdk/typescript/stream-events.ts'
import { instrumentKey } from '#src/contract/market.ts'
import { answered } from '../../reads/read.ts'
import { type Beside, refusedOf } from './beside.ts'
import type { Book, MarketHandlers } from './live-market.ts'
import type { ChartInstrument } from './market-source.ts'

export type Get = <N extends CallName>(
  name: N,
  input: Calls[N]['input'],
  signal?: AbortSignal,
) => Promise<Answer<Calls[N]['output']>>

export function queryOf({ class: assetClass, region, code }: ChartInstrument) {
  return { class: assetClass, region, code }
}

/** Quotes of instruments, with one request for each class and region. */
export async function quotesOf(
  get: Get,
  instruments: readonly ChartInstrument[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Beside<Quote>>> {
  const groups = Map.groupBy(instruments, ({ class: assetClass, region }) => `${assetClass} ${region}`)
  const answers = [...groups.values()].map(async (group) => {
    const [first] = group
    if (!first) return []
    const { class: assetClass, region } = first
    const codes = group.map(({ code }) => code).join(',')
    try {
      const { data, reasons } = await get('quotes', { class: assetClass, region, codes }, signal)
      return group.map(({ ticker, code }): [string, Beside<Quote>] => {
        const { reason } = (reasons?.[code] ?? {}) as { reason?: string }
        if (reason === 'not_in_plan') return [ticker, { state: 'locked', plan: null }]
        return [ticker, answered(data[code] ?? null)]
      })
    } catch (error) {
      // A refusal for one class must not remove the prices of other rows.
      return group.map(({ ticker }): [string, Beside<Quote>] => [ticker, refusedOf(error)])
    }
  })
  return new Map((await Promise.all(answers)).flat())
}

export async function bookOf(get: Get, instrument: ChartInstrument, signal?: AbortSignal): Promise<Book | null> {
  return (await get('depth', queryOf(instrument), signal)).data
}

export async function tradesOf(
  get: Get,
  instrument: ChartInstrument,
  limit: number,
  signal?: AbortSignal,
): Promise<Trade[]> {
  const { data } = await get('trades', { ...queryOf(instrument), limit }, signal)
  return data.toSorted((a, b) => b.t - a.t || b.seq - a.seq)
}

/** Subscribes to quote, depth and ticks, each only if `handlers` has a function for it. */
export function watchMarket(stream: Stream, instrument: ChartInstrument, handlers: MarketHandlers): () => void {
  const symbol = instrumentKey(instrument)
  const { quote, book, trade, lost, replaced } = handlers
  const types: SubscriptionType[] = [
    ...(quote ? (['quote'] as const) : []),
    ...(book ? (['depth'] as const) : []),
    ...(trade ? (['tick'] as const) : []),
  ]
  const stops = [
    stream.on('quote', (update) => update.symbol === symbol && quote?.(update)),
    stream.on('depth', (update) => update.symbol === symbol && book?.(update)),
    stream.on('tick', (update) => {
      if (update.symbol !== symbol) return
      const { t, ld, v, d, te, seq } = update
      trade?.({ t, p: ld, v, d, te, seq })
    }),
    stream.on('gap', (gap) => gap.symbol === symbol && lost?.()),
    stream.on('heartbeat', (heartbeat) => heartbeat.replaced.includes(symbol) && replaced?.()),
    stream.subscribe([symbol], types),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
