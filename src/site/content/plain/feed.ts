import type { LoaderFunctionArgs } from 'react-router'
import { localeContext, platformContext } from '../../page/context.ts'
import { feedOf } from './feed.server.ts'
import { textResponse } from './plain-markdown.server.ts'

export function loader({ context }: LoaderFunctionArgs) {
  return textResponse(feedOf(context.get(localeContext), context.get(platformContext)), 'application/rss+xml')
}
