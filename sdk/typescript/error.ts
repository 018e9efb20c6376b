/** A refusal or a failure, with all details from the server. */
export class TapewireError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** The product's number, or the status. */
  readonly code: number
  /** Stable name: `rate_limited`, `unknown_symbol`, `not_in_plan`, `network` … */
  readonly error: string
  readonly requestId: string | null
  readonly param: string | null
  /** Seconds until a retry is worthwhile. */
  readonly retryAfter: number | null
  /** All other fields beside `error`: `reason`, `suggestions` … */
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
    },
  ) {
    super(message)
    this.name = 'TapewireError'
    this.status = facts.status
    this.code = facts.code
    this.error = facts.error
    this.requestId = facts.requestId ?? null
    this.param = facts.param ?? null
    this.retryAfter = facts.retryAfter ?? null
    this.detail = facts.detail ?? {}
  }
}
