import type { RouterContextProvider } from 'react-router'
import { isRefusal, refuse } from '#src/contract/errors.ts'
import type { ViewedAccount } from '#src/contract/operator/customers/customers.ts'
import type { Platform } from '#src/platform/platform.ts'
import { apiContext, localeContext, type PageApi, type PageSession } from '../../context/context.ts'
import { invoke } from '../../page/invoke.server.ts'
import { frameHeaders, refusedInFrame } from './framed.ts'

/** A page of a customer's account in a frame of the console. The page's path below `base` is the owner's path. */
export type AccountView = { base: string; accountId: string; isPage: boolean }

/**
 * The owner of the viewed account as the pages see them (`session`), and the calls that these pages may make (`api`).
 */
export type ViewedAs = { session: PageSession; api: PageApi }

type ViewInput = {
  request: Request
  /** The context of the staff member's request. */
  context: Readonly<RouterContextProvider>
  render(as: ViewedAs): Promise<Response>
}

const address = /^(\/([^/]+)\/operator\/customers\/([\w-]+)\/view)(\/.+)$/
const accountPage = /^\/[^/]+\/(?:dashboard|payment)(?:\/.*)?(?<!\.data)$/

export function accountViewOf({ url }: Request): AccountView | null {
  const [, base, locale, accountId, path] = address.exec(new URL(url).pathname) ?? []
  if (!base || !accountId || !path) return null
  return { base, accountId, isPage: path.startsWith(`/${locale}/`) && accountPage.test(path) }
}

/**
 * Responds with an account page as its owner would see it, for staff who may view the account. Nothing can be changed:
 * the request and the page's calls only read, the session id is not valid, and the document runs no scripts.
 */
export async function answerView(ctx: Platform, view: AccountView, input: ViewInput): Promise<Response> {
  const { request, context } = input
  const locale = context.get(localeContext)
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw refuse('method_not_allowed', { headers: { allow: 'GET, HEAD' } })
    if (!view.isPage) throw refuse('not_found')
    const account = await mayView(view, { context, url: new URL(request.url) })
    const page = await input.render({ session: sessionOf(ctx, account), api: readingOnly(context.get(apiContext)) })
    if (page.headers.has('location')) throw refuse('not_found')
    const html = await page.text()
    if (html.includes('<script')) throw new Error(`The page at ${view.base} has a script.`)
    return new Response(html, { status: page.status, headers: frameHeaders(request, view.base) })
  } catch (error) {
    if (!isRefusal(error)) throw error
    return refusedInFrame(error, request, locale)
  }
}

async function mayView({ accountId }: AccountView, args: Parameters<typeof invoke>[0]): Promise<ViewedAccount> {
  const answer = await invoke(args, 'GET /api/operator/customers/{id}/view-as', { params: { id: accountId } })
  if (!answer.ok) throw refuse(answer.refusal.error)
  return answer.data
}

/** The session id is random, so every check of the session fails. */
function sessionOf({ random }: Platform, { accountId, email, timeZone }: ViewedAccount): PageSession {
  return {
    actor: { kind: 'account', accountId, sessionId: random.uuid() },
    acting: null,
    recentUntil: 0,
    account: { id: accountId, email, timeZone, imageUrl: null },
  }
}

function readingOnly({ invoke: call, caller }: PageApi): PageApi {
  return {
    caller: () => ({ ...caller(), isSameSite: false }),
    async invoke(name, visitor, sent) {
      if (!name.startsWith('GET ')) throw refuse('method_not_allowed')
      return call(name, visitor, sent)
    },
  }
}
