import { type ReactNode, useMemo } from 'react'
import { type LoaderFunctionArgs, Outlet, useMatches, useRouteError } from 'react-router'
import { IntlProvider } from 'use-intl'
import type { Messages } from '#src/locales/messages.ts'
import { HeadTags } from '../head/head-tags.tsx'
import { localeContext, platformContext, statusContext } from '../page/context.ts'
import { FrameContext } from '../page/frame-context.ts'
import { type FrameData, frameData } from '../page/frame-data.server.ts'
import { ErrorPage } from './error-page.tsx'
import { Frame } from './frame.tsx'

/** Frame and words do not change while the reader stays in one language. */
export const shouldRevalidate = () => false

export function loader({ context }: LoaderFunctionArgs) {
  const { state } = context.get(statusContext).report()
  return frameData(context.get(platformContext), context.get(localeContext), state)
}

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
  const messages = useMemo(
    (): Messages => Object.assign({}, data.words, ...matches.map((match) => wordsOfMatch(match.loaderData))),
    [data, matches],
  )
  const timeZone = matches.map((match) => zoneOfMatch(match.loaderData)).findLast((zone) => zone !== null) ?? 'UTC'
  return (
    <FrameContext value={data.site}>
      <IntlProvider locale={data.locale} messages={messages as never} timeZone={timeZone}>
        {children}
      </IntlProvider>
    </FrameContext>
  )
}

/** Account pages say in which zone their reader reads times. */
function zoneOfMatch(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'readerZone' in data ? String(data.readerZone) : null
}

function wordsOfMatch(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'words' in data ? data.words : {}
}
