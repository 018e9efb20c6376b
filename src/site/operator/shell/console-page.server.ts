import { data, type LoaderFunctionArgs } from 'react-router'
import type { StaffAccess } from '#src/contract/operator/console.ts'
import type { Needs } from '#src/contract/operator/now.ts'
import type { Namespace } from '#src/locales/messages.ts'
import { apiContext, platformContext } from '../../context/context.ts'
import type { HeadInput } from '../../head/head.server.tsx'
import { answerOf, type Invoked, invoke, type PageRefusal } from '../../page/invoke.server.ts'
import { type AccountCall, accountPage, notFound, requireSession, toLogin } from '../../page/page.server.ts'
import type { Answer } from '../../reads/read.ts'
import type { Hurdle, Loaded } from './loaded.ts'
import { unknownWaiting, type Waiting, waitingOf } from './waiting.ts'

export type ConsoleCall = AccountCall & {
  access: StaffAccess
  may(verb: string): boolean
  /** The data of a call. A refusal ends the loader and is shown instead of the page. */
  get<T>(answer: Invoked<T>): T
  /** Like `get`, for a part of the page: the page keeps its other parts if this part cannot be read. */
  attempt<T>(pending: Promise<Invoked<T>>): Promise<Answer<T>>
  /** The tasks that wait for staff (needs). The navigation shows the number of needs on each page. */
  needs: Promise<Invoked<Needs>>
}

class Stopped extends Error {
  readonly refusal: PageRefusal
  constructor(refusal: PageRefusal) {
    super(refusal.error)
    this.refusal = refusal
  }
}

/**
 * The loader of a console page: staff only, never cached. `words` names the page's namespaces. Other accounts get a
 * 404; visitors without a session are redirected to the login.
 */
export function consolePage<N extends Namespace, D>(words: N | readonly N[], load: (call: ConsoleCall) => Promise<D>) {
  return async (args: LoaderFunctionArgs) => {
    const { account } = requireSession(args)
    const read = await answerOf(args, invoke(args, 'GET /api/operator/me', {}), (answer) => answer)
    const result = read.state === 'known' ? read.value : null
    if (result?.ok === false && result.refusal.error === 'not_found') throw notFound(args.url)
    if (result?.ok === false && result.refusal.error === 'not_signed_in') throw toLogin(args)
    let status = 200
    const answer = await accountPage<N | 'operator', Loaded<D> & { head: HeadInput }>(
      ['operator', ...(typeof words === 'string' ? [words] : words)],
      async (call) => {
        const access = result?.ok ? result.data : null
        const loaded: Loaded<D> = {
          email: account.email,
          desk: access,
          waiting: unknownWaiting,
          page: null,
          hurdle: null,
        }
        const head = { indexed: false }
        const stop = (error: Error, waiting: Waiting) => {
          status = error instanceof Stopped ? error.refusal.status : 500
          return { ...loaded, waiting, hurdle: hurdleOf(args, error), head }
        }
        if (result === null) return stop(new Error('the role of the reader could not be read'), unknownWaiting)
        if (!result.ok) return stop(new Stopped(result.refusal), unknownWaiting)
        const needs = invoke(args, 'GET /api/operator/now', {})
        const waiting = waitingIn(args, needs)
        try {
          const page = await load({ ...call, ...accessOf(args, result.data), needs })
          return { ...loaded, waiting: await waiting, page, head }
        } catch (error) {
          if (!(error instanceof Error)) throw error
          return stop(error, await waiting)
        }
      },
    )(args)
    return data(answer, { status })
  }
}

/** If the needs cannot be read, the page is shown without counts. */
async function waitingIn({ context }: LoaderFunctionArgs, needs: Promise<Invoked<Needs>>): Promise<Waiting> {
  try {
    const answer = await needs
    return answer.ok ? waitingOf(answer.data) : unknownWaiting
  } catch (cause) {
    context.get(platformContext).log.error('what waits could not be counted', { cause })
    return unknownWaiting
  }
}

function accessOf(
  args: LoaderFunctionArgs,
  access: StaffAccess,
): Pick<ConsoleCall, 'access' | 'may' | 'get' | 'attempt'> {
  function get<T>(answer: Invoked<T>): T {
    if (!answer.ok) throw new Stopped(answer.refusal)
    return answer.data
  }
  return {
    access,
    may: (verb) => access.verbs.includes(verb),
    get,
    attempt: (pending) => answerOf(args, pending, get),
  }
}

function hurdleOf({ context }: LoaderFunctionArgs, error: Error): Hurdle {
  const { requestId } = context.get(apiContext).caller()
  if (error instanceof Stopped) {
    const { msg, ways = [] } = error.refusal
    return { kind: kindOf(error.refusal), message: msg, requestId, ways }
  }
  context.get(platformContext).log.error('a page of the console failed', { requestId, cause: error })
  return { kind: 'failed', message: '', requestId, ways: [] }
}

function kindOf({ error, status }: PageRefusal): Hurdle['kind'] {
  switch (error) {
    case 'second_factor_needed':
      return 'factor'
    case 'fresh_factor_required':
      return 'prove'
    case 'staff_role_required':
      return 'role'
    default:
      return status === 404 ? 'missing' : 'failed'
  }
}
