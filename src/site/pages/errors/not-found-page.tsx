import type { LoaderFunctionArgs } from 'react-router'
import { localeContext, platformContext } from '../../page/context.ts'
import { notFound } from '../../page/page.server.ts'
import { applyRouteRules } from '../../page/route-rules.server.ts'

export function loader({ url, context }: LoaderFunctionArgs) {
  applyRouteRules(context.get(platformContext), context.get(localeContext), url)
  throw notFound(url)
}

export default function NotFoundPage() {
  return null
}
