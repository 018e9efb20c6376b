import { symbolPageSize } from '#src/contract/site.ts'
import { isIntervalStart } from '../time/typed-interval.ts'
import type { SymbolRecord } from './symbol.ts'

export const searchTabs = ['all', 'stock', 'indices', 'forex', 'crypto', 'future', 'fund'] as const
export type SearchTab = (typeof searchTabs)[number]

/** The searches that the reader may make, from `GET /api/userinfo`; `failed`: the call failed. */
export type SearchAccess =
  | { kind: 'unknown' }
  | { kind: 'visitor' }
  | { kind: 'failed' }
  | { kind: 'account'; hasKey: boolean; level: string; symbolTypes: readonly string[] }

/**
 * A request for one page of results. Its result contains the request, so that results of older requests are ignored.
 */
export type SearchRequest = {
  id: number
  page: number
  code: string
  type: Exclude<SearchTab, 'all'> | ''
  region: string
}

export type SymbolSearch = {
  open: boolean
  mode: 'search' | 'source'
  /** The text in the field, as it was typed. */
  text: string
  /** The text of the current results. It follows `text` after the debounce. */
  sought: string
  tab: SearchTab
  /** The country's code in the catalogue, lower case; null for all countries. */
  country: string | null
  rows: readonly SymbolRecord[]
  /** Index of the row that Enter opens; -1 for none. */
  active: number
  status: 'idle' | 'loading' | 'more' | 'ready' | 'failed'
  end: boolean
  request: SearchRequest | null
  lastId: number
  access: SearchAccess
  /** Why no request was sent, or why the request failed. */
  notice: 'none' | 'login' | 'no-key' | 'no-fund' | 'failed'
  message: string
}

export type SearchAction =
  | { do: 'access'; access: SearchAccess }
  | { do: 'open'; text: string }
  | { do: 'close' }
  | { do: 'type'; text: string }
  | { do: 'settle' }
  | { do: 'tab'; tab: SearchTab }
  | { do: 'sources' }
  | { do: 'back' }
  | { do: 'country'; country: string | null }
  | { do: 'more' }
  | { do: 'retry' }
  | { do: 'move'; by: number; of: number }
  | { do: 'point'; index: number }
  | { do: 'answered'; request: SearchRequest; rows: readonly SymbolRecord[] }
  | { do: 'failed'; request: SearchRequest; status: number; message: string }

export const closedSearch: SymbolSearch = {
  open: false,
  mode: 'search',
  text: '',
  sought: '',
  tab: 'all',
  country: null,
  rows: [],
  active: -1,
  status: 'idle',
  end: false,
  request: null,
  lastId: 0,
  access: { kind: 'unknown' },
  notice: 'none',
  message: '',
}

export function isFree(access: SearchAccess): boolean {
  return access.kind === 'account' && access.level === 'free'
}

export function mayPickCountry({ tab, access }: Pick<SymbolSearch, 'tab' | 'access'>): boolean {
  return tab === 'stock' && access.kind === 'account' && access.hasKey && !isFree(access)
}

/**
 * The reducer of the search dialog: modes, tabs, country, pages, debounce and stale results. The caller sends
 * `request` when its id changes, waits for the debounce after `type`, and then dispatches `settle`.
 */
export function symbolSearch(state: SymbolSearch, action: SearchAction): SymbolSearch {
  switch (action.do) {
    case 'access':
      return afterAccess({ ...state, access: action.access }, state.access)
    case 'open': {
      const { text } = action
      return requestFirstPage({
        ...closedSearch,
        access: state.access,
        lastId: state.lastId,
        open: true,
        text,
        sought: text,
      })
    }
    case 'close':
      return { ...closedSearch, access: state.access, lastId: state.lastId }
    case 'type':
      return { ...state, text: action.text }
    case 'settle':
      return state.text === state.sought ? state : requestFirstPage({ ...state, sought: state.text })
    case 'tab':
      return action.tab === state.tab
        ? state
        : requestFirstPage({ ...state, tab: action.tab, country: null, sought: state.text })
    case 'sources':
      return mayPickCountry(state) ? { ...state, mode: 'source' } : state
    case 'back':
      return { ...state, mode: 'search' }
    case 'country':
      return requestFirstPage({ ...state, mode: 'search', country: action.country })
    case 'more':
      return more(state)
    case 'retry':
      return requestFirstPage(state)
    case 'move':
      return { ...state, active: moved(state.active, action.by, action.of) }
    case 'point':
      return { ...state, active: action.index }
    case 'answered':
      return answered(state, action)
    case 'failed':
      return failed(state, action)
  }
}

function afterAccess(state: SymbolSearch, before: SearchAccess): SymbolSearch {
  const waits = state.status === 'idle' || before.kind === 'failed'
  return state.open && state.access.kind !== 'unknown' && waits ? requestFirstPage(state) : state
}

/** Requests page 1, unless the reader may not search or the access of the reader is not known. */
function requestFirstPage(state: SymbolSearch): SymbolSearch {
  const { access, tab, sought, country } = state
  const cleared: SymbolSearch = {
    ...state,
    rows: [],
    active: -1,
    end: false,
    request: null,
    notice: 'none',
    message: '',
  }
  if (access.kind === 'unknown') return { ...cleared, status: 'idle' }
  if (access.kind === 'visitor') {
    const isFree = tab === 'all' && isIntervalStart(sought)
    return { ...cleared, status: 'ready', end: true, notice: isFree ? 'none' : 'login' }
  }
  if (access.kind === 'failed') return { ...cleared, status: 'failed', end: true, notice: 'failed' }
  if (!access.hasKey) return { ...cleared, status: 'ready', end: true, notice: 'no-key' }
  if (tab === 'fund' && !access.symbolTypes.includes('fund')) {
    return { ...cleared, status: 'ready', end: true, notice: 'no-fund' }
  }
  return {
    ...cleared,
    status: 'loading',
    lastId: state.lastId + 1,
    request: {
      id: state.lastId + 1,
      page: 1,
      code: sought.trim().toUpperCase(),
      type: tab === 'all' ? '' : tab,
      region: tab === 'stock' && country !== null && !isFree(access) ? country : '',
    },
  }
}

function more(state: SymbolSearch): SymbolSearch {
  if (state.status !== 'ready' || state.end || state.request === null || isFree(state.access)) return state
  const id = state.lastId + 1
  return { ...state, status: 'more', lastId: id, request: { ...state.request, id, page: state.request.page + 1 } }
}

function answered(state: SymbolSearch, { request, rows }: Extract<SearchAction, { do: 'answered' }>): SymbolSearch {
  if (request.id !== state.request?.id) return state
  const first = request.page === 1
  const known = new Set(first ? [] : state.rows.map((row) => row.id))
  const all = first ? rows : [...state.rows, ...rows.filter((row) => !known.has(row.id))]
  return {
    ...state,
    rows: all,
    status: 'ready',
    end: rows.length < symbolPageSize || isFree(state.access),
    active: first ? (all.length > 0 ? 0 : -1) : state.active,
  }
}

/** A 401 shows the login. Every other error shows its message and a retry button. Every error clears the list. */
function failed(state: SymbolSearch, action: Extract<SearchAction, { do: 'failed' }>): SymbolSearch {
  if (action.request.id !== state.request?.id) return state
  const notice = action.status === 401 ? 'login' : 'failed'
  return { ...state, rows: [], active: -1, end: true, status: 'failed', notice, message: action.message }
}

function moved(active: number, by: number, of: number): number {
  if (of === 0) return -1
  if (active === -1) return by > 0 ? 0 : of - 1
  return Math.min(of - 1, Math.max(0, active + by))
}
