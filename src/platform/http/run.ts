import type { z } from 'zod'
import { type Refusal, refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { Route } from '#src/contract/route.ts'
import type { StaffVerb } from '#src/contract/staff/permissions.ts'
import { type AccountActor, personOf } from '../actor.ts'
import type { Platform } from '../platform.ts'
import { checked, type Sent } from './request.ts'

/** The caller of a route: a client over HTTP, or a page that a visitor requests. */
export type Caller = {
  request: Request
  requestId: string
  locale: Locale
  client: { address: string; userAgent: string }
  /** Whether the caller may request changes. False if another site sent the visitor here. */
  isSameSite: boolean
  /** The account that the calling page shows; null for programs, and for pages without an account. */
  shownAccount: string | null
  /** The account that made the request; null for an anonymous caller. Throws a refusal for an invalid credential. */
  actor(): Promise<AccountActor | null>
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<string, string>

export type Call<R extends Route> = Pick<Caller, 'request' | 'requestId' | 'locale' | 'client'> & {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  body: R['body'] extends z.ZodType ? z.output<R['body']> : undefined
  actor: R['auth'] extends 'session' | 'staff' ? AccountActor : AccountActor | null
  /** Response headers that the handler may set (`Set-Cookie`, `Cache-Control`, …). */
  headers: Headers
}

export type Handler<R extends Route> = (
  ctx: Platform,
  call: Call<R>,
) => R extends { streamed: true } ? Promise<Response> : Told<z.input<R['data']>>

/** A handler may return nothing if its route's data is always empty. */
type Told<Data> = [Data] extends [Record<string, never>] ? Promise<Data> | Promise<void> : Promise<Data>

/** Throws unless the actor's role may use the verb. */
export type StaffOnly = (ctx: Platform, actor: AccountActor, verb: StaffVerb) => Promise<void>

/** A mounted route. Before the call is read, `unread` may return a refusal and `staffOnly` may throw a refusal. */
export type Mounted = {
  route: Route
  serve: (ctx: Platform, call: Call<Route>) => Promise<unknown>
  unread: (() => Refusal | null) | undefined
  staffOnly: StaffOnly
}

export type Answered = { data: unknown; headers: Headers }

/** Runs a call over HTTP or from a page, so that a route's guards apply to both. Throws refusals. */
export async function run(
  ctx: Platform,
  { route, serve, unread, staffOnly }: Mounted,
  caller: Caller,
  read: () => Sent | Promise<Sent>,
): Promise<Answered> {
  if (route.method !== 'GET') {
    if (!caller.isSameSite) throw refuse('cross_site_refused')
    if (ctx.storage.full) throw refuse('storage_full', { retryAfter: 60 })
  }
  const refusal = unread?.()
  if (refusal) throw refusal
  const actor = actsAs(route, await caller.actor())
  // Another tab may have changed to another account since the page was loaded.
  if (route.team && route.method !== 'GET' && caller.shownAccount !== null && caller.shownAccount !== actor?.accountId)
    throw refuse('changed_meanwhile')
  if (route.auth === 'session' || route.auth === 'staff') {
    if (!actor) throw refuse('not_signed_in')
    if (route.auth === 'staff') await staffOnly(ctx, actor, route.verb)
  }
  const headers = new Headers()
  const call = { ...caller, ...checked(route, await read()), actor, headers }
  const data = await serve(ctx, call as Call<Route>)
  return { data: data === undefined ? {} : data, headers }
}

/** The actor of a call: the account for team calls, within the member's role; the person for other calls. */
function actsAs({ team }: Route, actor: AccountActor | null): AccountActor | null {
  if (!actor?.member) return actor
  if (!team) return personOf(actor)
  const { role } = actor.member
  if (role === null) throw refuse('team_ended')
  if (!team.includes(role)) throw refuse('team_role')
  return actor
}
