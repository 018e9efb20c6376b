import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '#src/contract/errors.ts'

/** A data call as its protocol received it. */
type Received = {
  method: string
  /** Prefix of the route in the access log, such as `/mcp` for tools. */
  root: string
  path: string
  search: string
  /** Null: the key is read from the request. */
  secret: string | null
  ifNoneMatch: string | undefined
  /** Headers of the response. */
  headers: Record<string, string | number>
}

/** A data call from request to answer, with its facts for the access log and for usage. */
export type RequestContext = Received & {
  incoming: IncomingMessage
  outgoing: ServerResponse
  requestId: string
  keyId: string | null
  call: string
  /** Whether the call counts against the key's limit a minute; calls with search tokens have a separate limit. */
  counted: boolean
  status: number
  bytes: number
  refusal: Refusal | null
  route: string
}

export function requestContext(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  requestId: string,
  { method, root, path, search, secret, ifNoneMatch, headers }: Received,
): RequestContext {
  return {
    incoming,
    outgoing,
    requestId,
    method,
    root,
    path,
    search,
    secret,
    ifNoneMatch,
    headers,
    keyId: null,
    call: 'other',
    counted: false,
    status: 200,
    bytes: 0,
    refusal: null,
    route: 'other',
  }
}
