import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchlistSymbolsMax } from '#src/contract/site.ts'
import { AccountWatchlists } from './account-watchlists.ts'

type SentList = { name: string; symbols: string[] }
/** The lists of the account by their ids, and the names that the account refuses. */
let stored: Map<string, SentList>
let refused: string[]

beforeEach(() => {
  ;[stored, refused] = [new Map(), []]
  vi.stubGlobal('document', { documentElement: { lang: 'en-US' } })
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET')
      return Response.json({ code: 0, data: { watchlists: [...stored].map(([id, list]) => ({ id, ...list })) } })
    const list: SentList = JSON.parse(body ?? '')
    if (refused.includes(list.name)) return Response.json({ code: 409, error: 'conflict' }, { status: 409 })
    const id = method === 'POST' ? `account-${stored.size}` : (path.split('/').at(-1) ?? '')
    stored.set(id, list)
    return Response.json({ code: 0, data: { id, ...list } })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}$US`)

test('at the first visit after a sign-in, the watchlists of the browser are added to those of the account', async () => {
  stored.set('a', { name: 'Mine', symbols: ['IBM$US'] })
  const here = [
    { id: 'first', name: 'Watchlist', entries: ['IBM$US', 'AAPL$US'] },
    { id: 'second', name: 'Banks', entries: ['C$US'] },
  ]
  const opened = await new AccountWatchlists().open(here)
  expect(opened?.lists.map(({ name, entries }) => [name, ...entries])).toEqual([
    ['Mine', 'IBM$US', 'AAPL$US'],
    ['Banks', 'C$US'],
  ])
  expect(opened?.unstored).toEqual([])
  expect([...stored.values()].map(({ symbols }) => symbols)).toEqual([['IBM$US', 'AAPL$US'], ['C$US']])
})

test('a browser watchlist that does not fit into the first watchlist of the account becomes a separate watchlist', async () => {
  stored.set('a', { name: 'Mine', symbols: numbered('A', watchlistSymbolsMax - 1) })
  const own = { id: 'first', name: 'Watchlist', entries: numbered('B', 2) }
  expect((await new AccountWatchlists().open([own]))?.lists.at(-1)).toEqual(own)
  expect([...stored.values()].map(({ symbols }) => symbols.length)).toEqual([watchlistSymbolsMax - 1, 2])
})

test('a browser watchlist that the account refuses is reported as unstored, so that the browser keeps this watchlist', async () => {
  refused = ['Banks']
  const own = { id: 'first', name: 'Watchlist', entries: ['IBM$US'] }
  const banks = { id: 'second', name: 'Banks', entries: ['C$US'] }
  expect(await new AccountWatchlists().open([own, banks])).toEqual({ lists: [own], unstored: [banks] })
})
