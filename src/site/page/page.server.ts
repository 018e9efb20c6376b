import type { ReactNode } from 'react'
import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { createTranslator } from 'use-intl/core'
import type { Locale } from '#src/contract/locale.ts'
import type { WordPage } from '#src/contract/operator/content/word-pages.ts'
import type { Messages, Namespace } from '#src/locales/messages.ts'
import type { NewestQuotes } from '#src/market/quotes/price-snapshot.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { ReadAnnouncement } from '../announcements/announcements.tsx'
import { inLocale, openTo } from '../announcements/open-to.server.ts'
import {
  type Acting,
  announcementsContext,
  localeContext,
  type PageSession,
  platformContext,
  quotesContext,
  renderingContext,
  type StatusSource,
  sessionContext,
  shareContext,
  statusContext,
} from '../context/context.ts'
import type { Share } from '../context/shared-values.ts'
import { type Reader, type SiteStatus, siteStatus } from '../context/site.server.ts'
import { scriptedWords, siteWords, standardWords, wordsOf } from '../context/words.server.ts'
import { type Head, type HeadInput, headOf } from '../head/head.server.tsx'
import type { ServerPart } from '../parts/part.tsx'
import { renderPart, textPart } from '../parts/parts.server.tsx'
import { applyRouteRules } from './route-rules.server.ts'

export type PageCall = {
  ctx: Platform
  share: Share
  quotes: NewestQuotes
  status: StatusSource
  locale: Locale
  request: Request
  url: URL
  params: Readonly<Record<string, string | undefined>>
  context: LoaderFunctionArgs['context']
  /** Content that never changes in the browser; see `parts.server.tsx`. */
  part(id: string, content: ReactNode): ServerPart
  textPart(id: string, html: string): ServerPart
}
export type AccountCall = PageCall & { session: PageSession }
export type PersonalCall = PageCall & { session: PageSession | null }

/**
 * `maxAgeMs`: maximum age of this rendering, if it differs from the page's. `scripted`: texts that the page's scripts
 * use (`blog`, `frame.copy`) if the loader renders the rest; absent: all texts of the page's namespaces.
 */
type Loaded = { head?: HeadInput; maxAgeMs?: number; scripted?: readonly string[] }
/** `siteStatus`: the current status of the installation, which `locale-layout.tsx` reads for the footer. */
export type PageData<N extends Namespace> = { words: Pick<Messages, N>; head: Head; siteStatus: SiteStatus }
type Answer<N extends Namespace, D> = PageData<N> & Omit<D, keyof Loaded>

/**
 * The data of every account page: the reader's time zone, which `locale-layout.tsx` reads, the reader's announcements,
 * the account in which the reader works, and its id (`shownAccount`).
 */
type ForReader = {
  readerZone: string
  announcements: ReadAnnouncement[]
  acting: Acting | null
  shownAccount: string
} & HasReader

/** The reader whom the header shows until the browser has requested the account; null: nobody is signed in. */
type HasReader = { reader: Reader | null }

/** The maximum age of a cached page with live figures, after which it is rendered again. */
type Keep = { maxAgeMs?: number }

function callOf({ context, request, params, url, pattern }: LoaderFunctionArgs): PageCall {
  context.get(platformContext).loop.name(`${request.method} ${pattern}`)
  applyRouteRules(context.get(platformContext), context.get(localeContext), url)
  return {
    ctx: context.get(platformContext),
    share: context.get(shareContext),
    quotes: context.get(quotesContext),
    status: context.get(statusContext),
    locale: context.get(localeContext),
    request,
    url,
    params,
    context,
    part: (id, content) => renderPart(context, id, content),
    textPart: (id, html) => textPart(context, id, html),
  }
}

async function answer<N extends Namespace, D extends Loaded>(
  call: PageCall,
  namespaces: readonly [N, ...N[]],
  loaded: D,
): Promise<Answer<N, D>> {
  const words = wordsOf(call.ctx, call.locale, [...namespaces, 'reads'])
  const { head, maxAgeMs: _, scripted, ...rest } = loaded
  const sent = scripted ? scriptedWords(siteWords(call.ctx, call.locale), scripted) : words
  return {
    ...rest,
    words: sent,
    siteStatus: siteStatus(call.context),
    head: headOf(call, words[namespaces[0]] as object, head),
  }
}

/** A page without a loader has no data besides its texts and head. */
async function loadedBy<C, D>(load: ((call: C) => D | Promise<D>) | undefined, call: C): Promise<D> {
  return load ? load(call) : ({} as D)
}

/**
 * The loader of a page that is cached for everybody in a language. Such a loader must not read cookies or the session.
 */
export function publicPage<N extends Namespace, D extends Loaded = Loaded>(
  namespaces: readonly [N, ...N[]],
  load?: (call: PageCall) => D | Promise<D>,
  keep: Keep = {},
) {
  return async (args: LoaderFunctionArgs): Promise<Answer<N, D>> => {
    const call = callOf(args)
    const loaded = await loadedBy(load, call)
    args.context.set(renderingContext, { audience: 'everyone', maxAgeMs: loaded.maxAgeMs ?? keep.maxAgeMs ?? null })
    return answer(call, namespaces, loaded)
  }
}

/** The loader of a page for one reader, signed in or not. The page is never cached. */
export function personalPage<N extends Namespace, D extends Loaded = Loaded>(
  namespaces: readonly [N, ...N[]],
  load?: (call: PersonalCall) => D | Promise<D>,
) {
  return async (args: LoaderFunctionArgs): Promise<Answer<N, D> & HasReader> => {
    const call = { ...callOf(args), session: args.context.get(sessionContext) }
    const answered = await answer(call, namespaces, await loadedBy(load, call))
    return { ...answered, reader: readerOf(call.session) }
  }
}

function readerOf(session: PageSession | null): Reader | null {
  return session && { email: session.account.email, imageUrl: session.account.imageUrl }
}

/**
 * The loader of a page that needs a signed-in account. Anybody else is sent to the login, which then returns to the
 * page.
 */
export function accountPage<N extends Namespace, D extends Loaded = Loaded>(
  namespaces: readonly [N, ...N[]],
  load?: (call: AccountCall) => D | Promise<D>,
) {
  return async (args: LoaderFunctionArgs): Promise<Answer<N, D> & ForReader> => {
    const call = { ...callOf(args), session: requireSession(args) }
    const answered = await answer(call, namespaces, await loadedBy(load, call))
    const { account, acting, actor } = call.session
    const announcements = await announcementsOf(args, account.id)
    const reader = readerOf(call.session)
    return { ...answered, reader, readerZone: account.timeZone, announcements, acting, shownAccount: actor.accountId }
  }
}

async function announcementsOf(
  { context, request }: LoaderFunctionArgs,
  accountId: string,
): Promise<ReadAnnouncement[]> {
  const { log } = context.get(platformContext)
  const all = await context
    .get(announcementsContext)
    .ofAccount(accountId)
    .catch((cause: unknown) => {
      log.error('the announcements of an account could not be read', { cause })
      return []
    })
  const list = openTo(request, all)
  return list.map((one) => inLocale(one, context.get(localeContext)))
}

/**
 * The session, for actions and loaders of account pages. Without a session, throws a redirect to the login, which
 * returns to this page.
 */
export function requireSession({ context, url }: Pick<LoaderFunctionArgs, 'context' | 'url'>): PageSession {
  const session = context.get(sessionContext)
  if (session) return session
  throw toLogin({ context, url })
}

export function toLogin({ context, url }: Pick<LoaderFunctionArgs, 'context' | 'url'>): Response {
  const { pathname, search } = url
  return redirect(`/${context.get(localeContext)}/login?redirect=${encodeURIComponent(pathname + search)}`)
}

/** `throw notFound(url)`: shows the not-found page with status 404 and the requested path, without a redirect. */
export function notFound(url: URL) {
  return data({ path: printablePath(url) }, { status: 404 })
}

const pathShownMax = 200

/** The requested path, percent-encoded as received and cut to a maximum length, safe to print. */
export function printablePath({ pathname }: URL): string {
  return pathname.length > pathShownMax ? `${pathname.slice(0, pathShownMax)}…` : pathname
}

/** Texts on the server outside of components: titles, mails of a page, feeds. */
export function translatorOf<N extends Exclude<Namespace, WordPage>>(locale: Locale, namespace: N) {
  return createTranslator({
    locale,
    messages: standardWords(locale, [namespace]) as never,
    namespace: namespace as never,
  })
}
