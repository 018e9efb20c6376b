import type { z } from 'zod'
import type { ErrorName } from './errors.ts'

/** Who may call: anyone, a signed-in account, or the holder of an API key or search token. */
export type RouteAuth = 'none' | 'session' | 'key'

/**
 * One call, stated once. Server validation, the typed browser client, OpenAPI and the docs derive from it.
 * `path` uses `{name}` for parameters. `data` describes what stands under `data` in the envelope.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  summary: string
  auth: RouteAuth
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  data: z.ZodType
  errors: readonly ErrorName[]
  /** The answer is a `Response` of its own (a file, a stream, a redirect), without the envelope; `data` describes its content. */
  streamed?: true
}

/** Keeps the literal types of a route while checking its shape. */
export function defineRoute<const R extends Route>(route: R): R {
  return route
}
