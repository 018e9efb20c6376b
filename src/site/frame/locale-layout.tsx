import { type ReactNode, useMemo } from 'react'
import { type LoaderFunctionArgs, Outlet, useHref, useMatches, useRouteError } from 'react-router'
import { IntlProvider } from 'use-intl'
import type { Messages } from '#src/locales/messages.ts'
import { HeadTags } from '../head/head-tags.tsx'
import { localeContext, platformContext, statusContext } from '../page/context.ts'
import { FrameContext } from '../page/frame-context.ts'
import { type FrameData, frameData } from '../page/frame-data.server.ts'
import { LinkBase } from '../page/page-link.tsx'
import { ErrorPage } from './error-page.tsx'
import { Frame } from './frame.tsx'

/** Frame and words do not change while the reader stays in one language. */
export const shouldRevalidate = () => false

export function loader({ context }: LoaderFunctionArgs) {
  const { state } = context.get(statusContext).report()
  return frameData(context.get(platformContext), context.get(localeContext), state)
}

/** What a page's loader answers; a fault or a page without one has nothing. */
type Loaded = Readonly<Record<string, unknown>> | null | undefined

export default function LocaleLayout({ loaderData }: { loaderData: FrameData }) {
  return (
    <Language data={loaderData}>
      <HeadTags />
      <Frame>
        <Outlet />
      </Frame>
    </Language>
  )
}

export function ErrorBoundary({ loaderData }: { loaderData?: FrameData }) {
  const error = useRouteError()
  if (!loaderData) throw error
  return (
    <Language data={loaderData}>
      <Frame sticky>
        <ErrorPage error={error} />
      </Frame>
    </Language>
  )
}

function Language({ data, children }: { data: FrameData; children: ReactNode }) {
  const matches = useMatches()
  const root = useHref('/')
  const [messages, site, timeZone] = useMemo(() => {
    const of = (name: string) => matches.map(({ loaderData }) => (loaderData as Loaded)?.[name])
    const newest = (name: string) => of(name).findLast(Boolean)
    const words: Messages = Object.assign({}, data.words, ...of('words'))
    // The frame's own data is of the first page; each page says how the installation is by now.
    const state = newest('siteState') as FrameData['site']['status'] | undefined
    // Account pages say in which zone their reader reads times.
    return [words, { ...data.site, status: state ?? data.site.status }, String(newest('readerZone') ?? 'UTC')] as const
  }, [data, matches])
  return (
    <FrameContext value={site}>
      <IntlProvider locale={data.locale} messages={messages as never} timeZone={timeZone}>
        <LinkBase value={root === '/' ? '' : root}>{children}</LinkBase>
      </IntlProvider>
    </FrameContext>
  )
}
