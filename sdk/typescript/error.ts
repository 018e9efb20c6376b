/** `unknown`: an unknown symbol or path; `request`: the request itself is wrong; `limit`: too many calls. */
export type ErrorKind = 'key' | 'plan' | 'unknown' | 'request' | 'limit' | 'server' | 'network'

/** A refusal or a failure, with all details that the server sent. */
export class ApiError extends Error {
  readonly kind: ErrorKind
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** The product's error code, or the HTTP status if the response has none. */
  readonly code: number
  /** Stable name of the error: `rate_limited`, `unknown_symbol`, `not_in_plan`, `network` … */
  readonly error: string
  readonly requestId: string | null
  readonly param: string | null
  /** Seconds until a retry is worthwhile. */
  readonly retryAfter: number | null
  /** The other fields of the refusal: `reason`, `suggestions` … */
  readonly detail: Readonly<Record<string, unknown>>

  constructor(
    message: string,
    facts: {
      status: number
      code: number
      error: string
      requestId?: string | null
      param?: string | null
      retryAfter?: number | null
      detail?: Record<string, unknown>
      cause?: unknown
    },
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.name = 'ApiError'
    this.kind = kindOf(facts.status)
    this.status = facts.status
    this.code = facts.code
    this.error = facts.error
    this.requestId = facts.requestId ?? null
    this.param = facts.param ?? null
    this.retryAfter = facts.retryAfter ?? null
    this.detail = facts.detail ?? {}
  }
}

function kindOf(status: number): ErrorKind {
  if (status === 0) return 'network'
  if (status === 401) return 'key'
  if (status === 403) return 'plan'
  if (status === 404) return 'unknown'
  if (status === 429) return 'limit'
  // A status below 400 with a body that the gateway did not write comes from a proxy in front of the gateway.
  return status >= 400 && status < 500 ? 'request' : 'server'
}
