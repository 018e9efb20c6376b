import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '#src/contract/errors.ts'
import type { KeyVerdict } from '#src/keys/check/verify.ts'

/** A data call from request to response, with the values for the access log and the usage. */
export type RequestContext = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  requestId: string
  method: string
  /** The prefix of the route in the access log, such as `/mcp` for tools. */
  root: string
  path: string
  search: string
  /** Null: the key is read from the request. */
  secret: string | null
  /** The verdict on the key of a call without a secret; null: the call has a secret, which is checked. */
  verdict: KeyVerdict | null
  ifNoneMatch: string | undefined
  /** Headers of the response. */
  headers: Record<string, string | number>
  keyId: string | null
  call: string
  /** Whether one of the site's own pages made the call, with a search token. */
  isOwnPage: boolean
  /** Whether the call counts against the key's minute limit. Calls with search tokens have a separate limit. */
  counted: boolean
  status: number
  bytes: number
  refusal: Refusal | null
  route: string
}

/** The values of these fields while the route of a request is unknown. */
export const initialFacts = {
  keyId: null,
  call: 'other',
  isOwnPage: false,
  counted: false,
  status: 200,
  bytes: 0,
  refusal: null,
  route: 'other',
}
