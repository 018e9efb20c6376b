import { refuse } from '#src/contract/errors.ts'
import type { Asked, Ticker } from '../../vendor/route.ts'
import { wanted } from './symbols.ts'

/** The remaining symbols of a paged list, and our cursor within the first symbol. */
export type Page = { tickers: readonly [Ticker, ...Ticker[]]; cursor: string | undefined }

export function pageOf(asked: Asked): Page {
  const tickers = wanted(asked)
  const token = asked.query.get('page_token') ?? ''
  if (token === '') return { tickers, cursor: undefined }
  const [, symbol, cursor] = /^([^|]+)\|([^|]*)$/.exec(Buffer.from(token, 'base64url').toString()) ?? []
  const [first, ...others] = tickers.slice(tickers.findIndex(({ text }) => text === symbol))
  if (first?.text !== symbol || !first) throw refuse('invalid_cursor', { param: 'page_token' })
  return { tickers: [first, ...others], cursor: cursor === '' ? undefined : cursor }
}

/** The vendor's token of the next page; null after the last page. */
export function tokenOf(ticker: Ticker | undefined, cursor = ''): string | null {
  return ticker ? Buffer.from(`${ticker.text}|${cursor}`).toString('base64url') : null
}

export const rowsMax = 10_000

export function limitOf({ query }: Asked, standard: number, max = rowsMax): number {
  const text = query.get('limit') ?? ''
  if (text === '') return standard
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > max) throw refuse('invalid_limit', { param: 'limit', values: { max } })
  return limit
}

export function orderOf({ query }: Asked): 'asc' | 'desc' {
  const sort = query.get('sort')?.toLowerCase() || 'asc'
  if (sort !== 'asc' && sort !== 'desc') throw refuse('invalid_parameter', { param: 'sort' })
  return sort
}

/** Reverses a page for the order `desc`, because our pages are always oldest first. */
export function inOrder<Row>(rows: readonly Row[], asked: Asked): Row[] {
  return orderOf(asked) === 'desc' ? rows.toReversed() : [...rows]
}

export const feeds: readonly string[] = ['sip', 'iex', 'delayed_sip', 'otc', 'boats', 'overnight']

/** All feeds have the same data. Prices are in dollars, so another currency is refused. */
export function checkChoices({ query }: Asked): void {
  const feed = query.get('feed') || 'sip'
  if (!feeds.includes(feed.toLowerCase())) throw refuse('invalid_parameter', { param: 'feed' })
  if ((query.get('currency') || 'USD').toUpperCase() !== 'USD') throw refuse('invalid_parameter', { param: 'currency' })
}
