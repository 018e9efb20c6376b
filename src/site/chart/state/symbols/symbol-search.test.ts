import { describe, expect, test } from 'vitest'
import { foundSymbol } from '#test/fixtures/found-symbol.ts'
import type { SymbolRecord } from './symbol.ts'
import {
  closedSearch,
  mayPickCountry,
  type SearchAccess,
  type SearchAction,
  type SymbolSearch,
  symbolSearch,
} from './symbol-search.ts'

const paid: SearchAccess = { kind: 'account', hasKey: true, level: 'base', symbolTypes: ['stock', 'forex', 'fund'] }
const free: SearchAccess = { kind: 'account', hasKey: true, level: 'free', symbolTypes: ['stock', 'forex'] }
const noKey: SearchAccess = { kind: 'account', hasKey: false, level: 'free', symbolTypes: [] }
const visitor: SearchAccess = { kind: 'visitor' }

const page = (from: number, count: number): SymbolRecord[] =>
  Array.from({ length: count }, (_, at) => foundSymbol(`S${from + at}`))

function run(start: SymbolSearch, ...actions: SearchAction[]): SymbolSearch {
  return actions.reduce(symbolSearch, start)
}
const opened = (access: SearchAccess): SymbolSearch =>
  run(closedSearch, { do: 'access', access }, { do: 'open', text: '' })

function answer(state: SymbolSearch, rows: readonly SymbolRecord[]): SymbolSearch {
  if (!state.request) throw new Error('nothing was asked')
  return symbolSearch(state, { do: 'answered', request: state.request, rows })
}

describe('symbol search after a failed account request', () => {
  const failed = opened({ kind: 'failed' })

  test('if the account cannot be loaded, the symbol search shows a failure and requests no symbols', () => {
    expect(failed).toMatchObject({ status: 'failed', notice: 'failed', request: null })
  })

  test('if the first request for the account fails, the symbol search starts when a later request succeeds', () => {
    expect(run(failed, { do: 'access', access: paid })).toMatchObject({ status: 'loading', notice: 'none' })
  })
})

describe('requests of the symbol search', () => {
  test('opening the symbol search requests page 1 of all types', () => {
    expect(opened(paid).request).toEqual({ id: 1, page: 1, code: '', type: '', region: '' })
    expect(opened(paid).status).toBe('loading')
  })

  test('after a pause in typing, the symbol search requests page 1 for the text in capitals and keeps the typed text', () => {
    let state = answer(opened(paid), page(0, 30))
    state = answer(run(state, { do: 'more' }), page(30, 30))
    expect(state.request?.page).toBe(2)
    state = run(state, { do: 'type', text: 'aa' }, { do: 'type', text: 'aapl' })
    expect(state.text).toBe('aapl')
    expect(state.request?.page).toBe(2)
    state = run(state, { do: 'settle' })
    expect(state.request).toMatchObject({ page: 1, code: 'AAPL' })
    expect(state.rows).toEqual([])
  })

  test('after a pause in typing, the symbol search requests nothing if the text is unchanged', () => {
    const state = answer(opened(paid), page(0, 3))
    expect(run(state, { do: 'type', text: 'A' }, { do: 'type', text: '' }, { do: 'settle' }).request).toEqual(
      state.request,
    )
  })

  test('opening the symbol search with a text requests page 1 for this text in capitals', () => {
    expect(run(opened(paid), { do: 'open', text: 'g' })).toMatchObject({ text: 'g', request: { code: 'G', page: 1 } })
  })

  test.each([
    ['stock', 'stock'],
    ['indices', 'indices'],
    ['forex', 'forex'],
    ['crypto', 'crypto'],
    ['future', 'future'],
    ['fund', 'fund'],
  ] as const)('the tab %s of the symbol search requests instruments of type %s', (tab, type) => {
    expect(run(opened(paid), { do: 'tab', tab }).request).toMatchObject({ type, page: 1 })
  })
})

describe('countries in the symbol search', () => {
  const onStocks = (access: SearchAccess) => run(answer(opened(access), page(0, 30)), { do: 'tab', tab: 'stock' })

  test('choosing a country on the stock tab of the symbol search requests page 1 for that country', () => {
    const picking = run(onStocks(paid), { do: 'sources' })
    expect(picking.mode).toBe('source')
    expect(run(picking, { do: 'country', country: 'jp' })).toMatchObject({
      mode: 'search',
      country: 'jp',
      request: { region: 'jp', type: 'stock', page: 1 },
    })
  })

  test('closing the list of countries in the symbol search without a choice requests nothing', () => {
    const state = onStocks(paid)
    expect(run(state, { do: 'sources' }, { do: 'back' })).toEqual(state)
  })

  test('choosing another tab of the symbol search clears the country', () => {
    const state = run(onStocks(paid), { do: 'country', country: 'jp' }, { do: 'tab', tab: 'forex' })
    expect(state).toMatchObject({ country: null, request: { region: '', type: 'forex' } })
    expect(run(state, { do: 'tab', tab: 'stock' })).toMatchObject({ country: null, request: { region: '' } })
  })

  test('the symbol search offers countries only for stocks, and only to accounts with a paid plan', () => {
    expect(mayPickCountry(onStocks(paid))).toBe(true)
    expect(mayPickCountry(opened(paid))).toBe(false)
    for (const tab of ['indices', 'forex', 'crypto', 'future', 'fund'] as const)
      expect(mayPickCountry(run(opened(paid), { do: 'tab', tab })), tab).toBe(false)
    for (const access of [free, noKey, visitor]) {
      expect(mayPickCountry(onStocksOf(access))).toBe(false)
      expect(run(onStocksOf(access), { do: 'sources' }).mode).toBe('search')
    }
  })
  const onStocksOf = (access: SearchAccess) => run(opened(access), { do: 'tab', tab: 'stock' })
})

describe('pages of the symbol search', () => {
  test('the symbol search appends further rows until a page has fewer than 30 rows', () => {
    let state = answer(opened(paid), page(0, 30))
    expect(state.end).toBe(false)
    state = run(state, { do: 'more' })
    expect(state).toMatchObject({ status: 'more', request: { page: 2 } })
    state = answer(state, page(30, 12))
    expect(state.rows).toHaveLength(42)
    expect(state.end).toBe(true)
    expect(run(state, { do: 'more' })).toEqual(state)
  })

  test('the symbol search ignores a request for more rows while a page is loading', () => {
    const state = run(answer(opened(paid), page(0, 30)), { do: 'more' })
    expect(run(state, { do: 'more' })).toEqual(state)
  })

  test('a search result that is on two pages is listed once', () => {
    const state = run(answer(opened(paid), page(0, 30)), { do: 'more' })
    expect(answer(state, page(29, 30)).rows).toHaveLength(59)
  })

  test('the symbol search has a single page on the free plan', () => {
    const state = answer(opened(free), page(0, 30))
    expect(state.end).toBe(true)
    expect(run(state, { do: 'more' })).toEqual(state)
  })
})

describe('late responses in the symbol search', () => {
  test('a late response of the search never replaces a newer response', () => {
    const first = run(opened(paid), { do: 'type', text: 'A' }, { do: 'settle' })
    const second = run(first, { do: 'type', text: 'AB' }, { do: 'settle' })
    const settled = answer(second, page(100, 2))
    const late = first.request
    if (!late) throw new Error('nothing was asked')
    expect(run(settled, { do: 'answered', request: late, rows: page(0, 5) })).toEqual(settled)
    expect(run(settled, { do: 'failed', request: late, status: 500, message: 'busy' })).toEqual(settled)
    expect(run(second, { do: 'answered', request: late, rows: page(0, 5) }).rows).toEqual([])
  })

  test('the symbol search drops a late response if the tab has changed', () => {
    const state = run(answer(opened(paid), page(0, 30)), { do: 'more' })
    const turned = run(state, { do: 'tab', tab: 'forex' })
    const late = state.request
    if (!late) throw new Error('nothing was asked')
    expect(run(turned, { do: 'answered', request: late, rows: page(30, 30) }).rows).toEqual([])
  })
})

describe('access of the reader to the symbol search', () => {
  test('the symbol search waits until the access of the reader is known and then starts automatically', () => {
    const waiting = run(closedSearch, { do: 'open', text: 'A' })
    expect(waiting).toMatchObject({ request: null, status: 'idle' })
    expect(run(waiting, { do: 'access', access: paid }).request).toMatchObject({ code: 'A' })
  })

  test('the search requests nothing for an account without a key', () => {
    expect(run(opened(noKey), { do: 'type', text: 'A' }, { do: 'settle' })).toMatchObject({
      request: null,
      notice: 'no-key',
    })
  })

  test('if the plan does not include funds, the fund tab of the symbol search is empty and requests nothing', () => {
    expect(run(opened(free), { do: 'tab', tab: 'fund' })).toMatchObject({
      request: null,
      notice: 'no-fund',
      rows: [],
      end: true,
    })
    expect(run(opened(paid), { do: 'tab', tab: 'fund' }).request).toMatchObject({ type: 'fund' })
  })

  test('visitors see the login prompt as soon as they search for a symbol or choose another tab', () => {
    expect(opened(visitor).notice).toBe('none')
    expect(run(opened(visitor), { do: 'type', text: 'A' }, { do: 'settle' }).notice).toBe('login')
    expect(run(opened(visitor), { do: 'tab', tab: 'forex' }).notice).toBe('login')
  })
})

describe('failures of the symbol search', () => {
  const failing = (status: number) => {
    const state = opened(paid)
    if (!state.request) throw new Error('nothing was asked')
    return run(state, { do: 'failed', request: state.request, status, message: 'words' })
  }

  test('a search response with status 401 clears the list and shows the login prompt', () => {
    expect(failing(401)).toMatchObject({ notice: 'login', rows: [], status: 'failed' })
  })

  test('a failed symbol search shows its message, and a retry requests page 1', () => {
    expect(failing(503)).toMatchObject({ notice: 'failed', message: 'words', rows: [] })
    expect(run(failing(503), { do: 'retry' })).toMatchObject({
      status: 'loading',
      notice: 'none',
      request: { page: 1 },
    })
  })
})

describe('the active row of the symbol search', () => {
  test('new results activate the first row of the symbol search, and the active row cannot move beyond either end of the list', () => {
    let state = answer(opened(paid), page(0, 3))
    expect(state.active).toBe(0)
    state = run(state, { do: 'move', by: 1, of: 3 }, { do: 'move', by: 1, of: 3 }, { do: 'move', by: 1, of: 3 })
    expect(state.active).toBe(2)
    expect(run(state, { do: 'move', by: -9, of: 3 }).active).toBe(0)
  })

  test('without results, the symbol search has no active row', () => {
    expect(run(answer(opened(paid), []), { do: 'move', by: 1, of: 0 }).active).toBe(-1)
  })
})
