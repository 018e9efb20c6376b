import { type ReactNode, useMemo } from 'react'
import {
  type LoaderFunctionArgs,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useHref,
  useMatches,
  useRouteError,
} from 'react-router'
import { IntlProvider } from 'use-intl'
import type { Messages } from '#src/locales/messages.ts'
import { shellOf } from '../browser/shell.ts'
import { FrameContext } from '../context/site-context.ts'
import { LinkBase } from '../page/page-link.tsx'
import { ErrorPage } from './error-page.tsx'
import { type FrameData, frameData } from './frame-data.server.tsx'
import { PublicFrame } from './public-frame.tsx'

/**
 * Reloads the frame when the language changes, when an announcement is closed, or when the document lacks the parts of
 * the footer or the contact box: the pages of login and chart are loaded without these parts.
 */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentParams, nextParams, currentUrl, nextUrl, formAction } = change
  if (currentParams.locale !== nextParams.locale || formAction?.endsWith('/dismiss')) return true
  if (currentUrl.pathname === nextUrl.pathname || shellOf(nextUrl.pathname) === 'operator') return false
  return ['footer', 'contact-channels'].some((id) => !document.querySelector(`[data-part="${id}"]`))
}

export function loader({ context, request }: LoaderFunctionArgs) {
  return frameData(context, request)
}

/** The data of a page's loader; none after a fault or without a loader. */
type Loaded = Readonly<Record<string, unknown>> | null | undefined

export default function LocaleLayout({ loaderData }: { loaderData: FrameData }) {
  return (
    <Language data={loaderData}>
      <Outlet />
    </Language>
  )
}

export function ErrorBoundary({ loaderData }: { loaderData?: FrameData }) {
  const error = useRouteError()
  if (!loaderData) throw error
  return (
    <Language data={loaderData}>
      <PublicFrame sticky>
        <ErrorPage error={error} />
      </PublicFrame>
    </Language>
  )
}

function Language({ data, children }: { data: FrameData; children: ReactNode }) {
  const matches = useMatches()
  const root = useHref('/')
  const [messages, site, timeZone] = useMemo(() => {
    const of = (name: string) => matches.map(({ loaderData }) => (loaderData as Loaded)?.[name])
    const newest = (name: string) => of(name).findLast(Boolean)
    const ofPages = of('words') as (Partial<Messages> | undefined)[]
    const frame = Object.assign({}, data.words.frame, ...ofPages.map((words) => words?.frame))
    const words: Messages = Object.assign({}, data.words, ...ofPages, { frame })
    // The frame's data comes from the document's first page; later pages bring the current status of the installation.
    const state = newest('siteStatus') as FrameData['site']['status'] | undefined
    const reader = (newest('reader') ?? null) as FrameData['site']['reader']
    // Account pages bring the reader and their time zone.
    const zone = String(newest('readerZone') ?? 'UTC')
    return [words, { ...data.site, status: state ?? data.site.status, reader }, zone] as const
  }, [data, matches])
  return (
    <FrameContext value={site}>
      <IntlProvider locale={data.locale} messages={messages as never} timeZone={timeZone}>
        <LinkBase value={root === '/' ? '' : root}>{children}</LinkBase>
      </IntlProvider>
    </FrameContext>
  )
}
