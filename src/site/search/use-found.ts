import { useEffect, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import { Rest } from '#sdk/typescript/rest.ts'
import { useAccount } from '../browser/account.ts'
import { accountAccess } from '../chart/data/access.ts'
import { demoSymbols } from '../chart/state/symbols/demo-symbols.ts'
import type { SymbolRecord } from '../chart/state/symbols/symbol.ts'
import type { SiteAnswer } from './found.ts'

const quietMs = 150
const symbolsShown = 12

type DemoNames = Parameters<typeof demoSymbols>[0] extends (name: infer N) => string
  ? Record<N & string, string>
  : never

/** `query`: the searched text. `symbolsFailed`: the gateway's search failed, so only demo symbols are found. */
export type Found = { query: string; site: SiteAnswer; symbols: readonly SymbolRecord[]; symbolsFailed: boolean }
export type FoundState = { found: Found | null; isLoading: boolean; isFailed: boolean; retry(): void }

/**
 * Searches the site and the gateway's symbols when the reader pauses. The previous result stays until the next result
 * arrives.
 */
export function useFound(text: string, demoNames: DemoNames): FoundState {
  const locale = useLocale()
  const { code, user } = useAccount()
  const hasKey = code === 0 && (user?.userApiKey.length ?? 0) > 0
  const [state, setState] = useState<Omit<FoundState, 'retry'>>({ found: null, isLoading: true, isFailed: false })
  const [attempt, setAttempt] = useState(0)
  const gateway = useRef<Promise<Rest> | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt searches again
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    const query = text.trim()
    setState((before) => ({ ...before, isLoading: true }))
    const search = async () => {
      const symbols = hasKey ? gatewaySymbols(query) : Promise.resolve(demosFor(query))
      const [site, found] = await Promise.allSettled([siteAnswer(locale, query, signal), symbols])
      if (signal.aborted) return
      if (site.status === 'rejected') return setState((before) => ({ ...before, isLoading: false, isFailed: true }))
      const symbolsFailed = found.status === 'rejected'
      setState({
        found: { query, site: site.value, symbols: symbolsFailed ? demosFor(query) : found.value, symbolsFailed },
        isLoading: false,
        isFailed: false,
      })
    }
    const timer = setTimeout(() => void search(), query === '' ? 0 : quietMs)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [text, locale, hasKey, attempt])

  function demosFor(query: string): SymbolRecord[] {
    const wanted = query.toLowerCase()
    const all = demoSymbols((name) => demoNames[name])
    return all.filter(({ symbol, description }) => `${symbol} ${description}`.toLowerCase().includes(wanted))
  }

  async function gatewaySymbols(query: string): Promise<readonly SymbolRecord[]> {
    if (query === '') return demosFor('')
    gateway.current ??= accountAccess().then((access) => new Rest({ ...access, lang: locale, retries: 0 }))
    gateway.current.catch(() => {
      gateway.current = null
    })
    const { data } = await (await gateway.current).get('search', { page: 1, size: symbolsShown, code: query })
    return data.content
  }

  return { ...state, retry: () => setAttempt((before) => before + 1) }
}

async function siteAnswer(locale: string, query: string, signal: AbortSignal): Promise<SiteAnswer> {
  const response = await fetch(`/${locale}/search.json?${new URLSearchParams({ q: query })}`, { signal })
  if (!response.ok) throw new Error(`the search answered ${response.status}`)
  return response.json()
}
