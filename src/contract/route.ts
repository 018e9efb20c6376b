import type { z } from 'zod'
import type { ErrorName } from './errors.ts'
import type { StaffVerb } from './staff/permissions.ts'
import type { TeamRole } from './team/team-role.ts'

/**
 * Who may call the route. none: anyone; session: a signed-in account; staff: a signed-in staff member (for others the
 * route does not exist); key: the holder of an API key or search token.
 */
export type RouteAuth = 'none' | 'session' | 'staff' | 'key'

/** `verb`: the verb of the console that the route calls. Only a role that may use the verb may make the call. */
type Access = { auth: 'staff'; verb: StaffVerb } | { auth: Exclude<RouteAuth, 'staff'>; verb?: never }

/**
 * One API call. Server validation, the typed browser client, OpenAPI and the docs derive from this definition. `path`
 * has parameters as `{name}`. `data` is the schema of `data` in the envelope.
 */
export type Route = Access & {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  summary: string
  /**
   * Team roles that may make the call for the account of their session. Without this field, a member makes the call
   * for their own account.
   */
  team?: readonly TeamRole[]
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Set when the handler reads the body as raw bytes: the largest size of the body, in bytes. */
  bytesMax?: number
  data: z.ZodType
  errors: readonly ErrorName[]
  /** The handler returns a `Response` (file, stream, redirect) without the envelope; `data` is its content. */
  streamed?: true
}

export function defineRoute<const R extends Route>(route: R): R {
  return route
}

type NameOf<R> = R extends Route ? `${R['method']} ${R['path']}` : never

/** A module's routes by name (`POST /api/keys/{id}/rename`), except those whose handler returns a `Response`. */
export type Named<M> = { [K in keyof M as M[K] extends { streamed: true } ? never : NameOf<M[K]>]: M[K] }

/** The routes whose response is a file, events or a redirect, by name. Pages link to these routes. */
export type NamedStreams<M> = { [K in keyof M as M[K] extends { streamed: true } ? NameOf<M[K]> : never]: M[K] }

type InputPart<K extends string, R> = R extends { [P in K]: infer S extends z.ZodType }
  ? Record<never, never> extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : { [P in K]: z.input<S> }
  : { [P in K]?: never }

/** The input of a call: `params`, `query` and `body`. Each of the three is optional when it may be empty. */
export type InputOf<R> = R extends unknown
  ? InputPart<'params', R> & InputPart<'query', R> & InputPart<'body', R>
  : never

export type OutputOf<R> = R extends Route ? z.input<R['data']> : never
