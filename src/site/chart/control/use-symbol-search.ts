import { type Dispatch, useCallback, useEffect, useReducer } from 'react'
import { ApiError } from '#sdk/typescript/error.ts'
import { symbolInputDebounceMs } from '#src/contract/site.ts'
import type { GatewaySource } from '../data/gateway-source.ts'
import {
  closedSearch,
  type SearchAccess,
  type SearchAction,
  type SymbolSearch,
  symbolSearch,
} from '../state/symbols/symbol-search.ts'

type Outside = {
  /** The message for a server that does not respond. */
  unreachable: string
  /** Requests the reader's access again; must be a stable function. */
  retryAccess(): unknown
}

/** Runs the dialog's reducer: waits for a pause in typing, sends the requests, and aborts outdated requests. */
export function useSymbolSearch(
  source: Pick<GatewaySource, 'search'>,
  access: SearchAccess,
  { unreachable, retryAccess }: Outside,
): [SymbolSearch, Dispatch<SearchAction>] {
  const [search, send] = useReducer(symbolSearch, { ...closedSearch, access })

  useEffect(() => {
    send({ do: 'access', access })
  }, [access])

  const { text, sought, request } = search
  useEffect(() => {
    if (text === sought) return
    const timer = setTimeout(() => send({ do: 'settle' }), symbolInputDebounceMs)
    return () => clearTimeout(timer)
  }, [text, sought])

  useEffect(() => {
    if (!request) return
    const abort = new AbortController()
    source.search(request, abort.signal).then(
      (rows) => send({ do: 'answered', request, rows }),
      (error: unknown) => {
        if (abort.signal.aborted) return
        const refused = error instanceof ApiError
        const [status, message] =
          refused && error.status >= 400 && error.status < 500 ? [error.status, error.message] : [500, unreachable]
        send({ do: 'failed', request, status, message })
      },
    )
    return () => abort.abort()
  }, [request, source, unreachable])

  const isFailed = access.kind === 'failed'
  const act = useCallback(
    (action: SearchAction) => (action.do === 'retry' && isFailed ? retryAccess() : send(action)),
    [isFailed, retryAccess],
  )
  return [search, act]
}
