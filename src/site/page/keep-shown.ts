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
 * router would replace the page by the error page. While the page shows former data, `.when-kept` is visible.
 */
export const clientMiddleware = [
  async ({ request }: { request: Request }, next: () => Promise<Results>): Promise<Results> => {
    const results = await next()
    if (request.method !== 'GET') return results
    const kept = keptFor(new URL(request.url), results, shown)
    document.documentElement.toggleAttribute('data-kept', kept !== results)
    return kept
  },
]

export function keptFor({ pathname, search }: URL, results: Results, shown: Shown | null): Results {
  if (shown?.address !== pathname + search) return results
  let kept = results
  for (const [id, { type, result }] of Object.entries(results)) {
    const known = shown.data.get(id)
    if (type === 'error' && isPassing(result) && known !== undefined)
      kept = { ...kept, [id]: { type: 'data', result: known } }
  }
  return kept
}

/** A failure of the network or of the site. A redirect and a refusal, for example of a page that is gone, are answers. */
function isPassing(error: unknown): boolean {
  if (error instanceof Response) return false
  return !isRouteErrorResponse(error) || error.status >= 500 || error.status === 429
}
