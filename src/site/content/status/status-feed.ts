import type { LoaderFunctionArgs } from 'react-router'
import { isLocale } from '#src/contract/locale.ts'
import { platformContext, statusContext } from '../../page/context.ts'
import { statusFeedOf } from './status-feed.server.ts'

/** Below a language in that language, else in that of the installation. */
export function loader({ context, url }: LoaderFunctionArgs) {
  const ctx = context.get(platformContext)
  const [, first] = url.pathname.split('/')
  const locale = isLocale(first) ? first : ctx.settings.defaultLocale
  const feed = statusFeedOf(ctx, locale, context.get(statusContext).report())
  return new Response(feed, {
    headers: { 'Content-Type': 'application/rss+xml; charset=utf-8', 'Cache-Control': 'public, max-age=30' },
  })
}
