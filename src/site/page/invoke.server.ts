import { data, type LoaderFunctionArgs } from 'react-router'
import type { Refused } from '#src/contract/account/refused.ts'
import type { Routes as AccountRoutes } from '#src/contract/account/routes.ts'
import { type ErrorName, errorCatalogue, isRefusal, type Refusal } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { ContentRoutes } from '#src/contract/operator/content/routes.ts'
import type { CustomerRoutes } from '#src/contract/operator/customers/routes.ts'
import type { DataConsoleRoutes } from '#src/contract/operator/data/routes.ts'
import type { MoneyRoutes } from '#src/contract/operator/money/routes.ts'
import type { PlanRoutes } from '#src/contract/operator/plans/routes.ts'
import type { OperatorRoutes } from '#src/contract/operator/routes.ts'
import type { InputOf, OutputOf } from '#src/contract/route.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import type { Sent } from '#src/platform/http/request.ts'
import { apiContext, localeContext, platformContext, sessionContext, shownAccountContext } from '../context/context.ts'
import { type Answer, failed, known } from '../reads/read.ts'
import { notFound, toLogin } from './page.server.ts'

type Routes = AccountRoutes &
  ContentRoutes &
  CustomerRoutes &
  OperatorRoutes &
  DataConsoleRoutes &
  MoneyRoutes &
  PlanRoutes
type RouteName = keyof Routes & string
type Input<N extends RouteName> = InputOf<Routes[N]>
type Output<N extends RouteName> = OutputOf<Routes[N]>
type Args = Pick<LoaderFunctionArgs, 'context' | 'url'>
/**
 * A refusal of a call on the server: unlike a failed request in the browser, it always has an error name and a
 * message.
 */
export type PageRefusal = Refused & { error: ErrorName; msg: string }
export type Invoked<T> = { ok: true; data: T; cookies: string[] } | { ok: false; refusal: PageRefusal }

/**
 * Calls the API without HTTP on behalf of the page's visitor, in the page's language and with all guards. A fault is
 * thrown. `as: 'server'` is for the return from an identity provider, which comes from another site and is checked by
 * its `state` parameter.
 */
export async function invoke<N extends RouteName>(
  args: Args,
  name: N,
  input: Input<N>,
  as: 'visitor' | 'server' = 'visitor',
): Promise<Invoked<Output<N>>> {
  return send(args, name, input, as)
}

/** Like `invoke`, with unchecked input from a form, which the route validates. */
export async function send<N extends RouteName>(
  { context }: Args,
  name: N,
  { headers, ...sent }: Sent & { headers?: Readonly<Record<string, string>> },
  as: 'visitor' | 'server' = 'visitor',
): Promise<Invoked<Output<N>>> {
  const api = context.get(apiContext)
  const locale = context.get(localeContext)
  const visitor = api.caller()
  const caller = {
    ...visitor,
    ...(headers ? { request: withHeaders(visitor.request, headers) } : {}),
    locale,
    shownAccount: context.get(shownAccountContext),
    isSameSite: as === 'server' || visitor.isSameSite,
    actor: async () => context.get(sessionContext)?.actor ?? null,
  }
  try {
    const answered = await api.invoke(name, caller, sent)
    return { ok: true, data: answered.data as Output<N>, cookies: answered.headers.getSetCookie() }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { ok: false, refusal: refused(error, locale) }
  }
}

function withHeaders(request: Request, more: Readonly<Record<string, string>>): Request {
  return new Request(request.url, { headers: { ...Object.fromEntries(request.headers), ...more } })
}

/** Reads a page's data. Redirects to the login without a session; throws any other refusal with its status. */
export async function demand<N extends RouteName>(args: Args, name: N, input: Input<N>): Promise<Output<N>> {
  return dataOf(args, await invoke(args, name, input))
}

/** Like `demand`, for a part of a page: the page keeps its other parts if this part cannot be read. */
export async function attempt<N extends RouteName>(args: Args, name: N, input: Input<N>): Promise<Answer<Output<N>>> {
  return answerOf(args, invoke(args, name, input), (answer) => dataOf(args, answer))
}

/** `failed` after a fault, or a refusal with status 500 or higher; `data` handles all other results. */
export async function answerOf<T, U>(
  { context }: Args,
  pending: Promise<Invoked<T>>,
  data: (answer: Invoked<T>) => U,
): Promise<Answer<U>> {
  const { log } = context.get(platformContext)
  const answer = await pending.catch((cause: unknown) => {
    log.error('a part of a page could not be read', { cause })
    return null
  })
  if (answer === null) return failed()
  if (answer.ok || answer.refusal.status < 500) return known(data(answer))
  log.warn('a part of a page could not be read', { refusal: answer.refusal.error })
  return failed()
}

/** The data of a result. Throws a refusal as `demand` does. */
export function dataOf<T>(args: Args, answer: Invoked<T>): T {
  if (answer.ok) return answer.data
  const { error, msg, status } = answer.refusal
  if (error === 'not_signed_in') throw toLogin(args)
  if (error === 'not_found') throw notFound(args.url)
  throw data(msg, { status })
}

function refused({ error, detail }: Refusal, locale: Locale): PageRefusal {
  const { param, retryAfter, extra } = detail
  return {
    status: errorCatalogue[error].status,
    error,
    msg: errorMessage(locale, error, detail),
    ...(param === undefined ? {} : { param }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...extra,
  }
}

/** Headers with the `Set-Cookie` lines of a response, for a redirect or page that passes them on. */
export function withCookies(cookies: readonly string[]): { headers: Headers } {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return { headers }
}
