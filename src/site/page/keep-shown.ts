import { useEffect } from 'react'
import { type DataStrategyResult, isRouteErrorResponse, useLocation, useMatches } from 'react-router'

type Results = Record<string, DataStrategyResult>
type Shown = { address: string; data: ReadonlyMap<string, unknown> }

let shown: Shown | null = null

/** Remembers the address and the data of the page, for `clientMiddleware`. */
export function useKeptData(): void {
  const { pathname, search } = useLocation()
  const matches = useMatches()
  useEffect(() => {
    shown = { address: pathname + search, data: new Map(matches.map(({ id, loaderData }) => [id, loaderData])) }
  }, [pathname, search, matches])
}

/**
 * A reload of the shown page that fails, for example while the site restarts, keeps the shown data. Without it, the
 * router would replace the page by the error page.
 */
export const clientMiddleware = [
  async ({ request }: { request: Request }, next: () => Promise<Results>): Promise<Results> => {
    const results = await next()
    return request.method === 'GET' ? keptFor(new URL(request.url), results, shown) : results
  },
]

export function keptFor({ pathname, search }: URL, results: Results, shown: Shown | null): Results {
  if (shown?.address !== pathname + search) return results
  const kept = Object.entries(results).map(([id, found]) => {
    const keeps = found.type === 'error' && isPassing(found.result) && shown.data.get(id) !== undefined
    return [id, keeps ? { type: 'data', result: shown.data.get(id) } : found] as const
  })
  return Object.fromEntries(kept) as Results
}

/** A failure of the network or of the site. A redirect and a refusal, for example of a page that is gone, are answers. */
function isPassing(error: unknown): boolean {
  if (error instanceof Response) return false
  return !isRouteErrorResponse(error) || error.status >= 500 || error.status === 429
}
