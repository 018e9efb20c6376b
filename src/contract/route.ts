import type { z } from 'zod'
import type { ErrorName } from './errors.ts'
import type { TeamRole } from './team/team-role.ts'

/**
 * Who may call: anyone, a signed-in account, a signed-in person of the staff (for others the route does not exist), or the holder
 * of an API key or search token.
 */
export type RouteAuth = 'none' | 'session' | 'staff' | 'key'

/**
 * One call, stated once. Server validation, the typed browser client, OpenAPI and the docs derive from it. `path` has
 * parameters as `{name}`. `data` is the schema of `data` in the envelope.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  summary: string
  auth: RouteAuth
  /**
   * The roles of a team that may make the call for the account that their session works in. Without it, a member makes the call for
   * their own account.
   */
  team?: readonly TeamRole[]
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The body is bytes, at most so many, which the handler reads from the request. */
  bytesMax?: number
  data: z.ZodType
  errors: readonly ErrorName[]
  /** The answer is a `Response` of its own (a file, a stream, a redirect), without the envelope; `data` describes its content. */
  streamed?: true
}

/** Keeps the literal types of a route while checking its shape. */
export function defineRoute<const R extends Route>(route: R): R {
  return route
}

type NameOf<R> = R extends Route ? `${R['method']} ${R['path']}` : never

/** The routes of a module by their names, `POST /api/keys/{id}/rename`; those that answer with a `Response` are left out. */
export type Named<M> = { [K in keyof M as M[K] extends { streamed: true } ? never : NameOf<M[K]>]: M[K] }

/** The routes that answer with a file, events or a redirect: pages link to them. */
export type NamedStreams<M> = { [K in keyof M as M[K] extends { streamed: true } ? NameOf<M[K]> : never]: M[K] }

type InputPart<K extends string, R> = R extends { [P in K]: infer S extends z.ZodType }
  ? Record<never, never> extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : { [P in K]: z.input<S> }
  : { [P in K]?: never }

/** What a call takes; a part that may be empty may be left out. */
export type InputOf<R> = R extends unknown
  ? InputPart<'params', R> & InputPart<'query', R> & InputPart<'body', R>
  : never

/** What stands under `data`. */
export type OutputOf<R> = R extends Route ? z.input<R['data']> : never
