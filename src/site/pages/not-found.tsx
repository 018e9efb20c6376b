import type { LoaderFunctionArgs } from 'react-router'
import { localeContext, platformContext } from '../context.ts'
import { applyRouteRules } from '../frame/route-rules.server.ts'
import { notFound } from '../page.server.ts'

export function loader({ url, context }: LoaderFunctionArgs) {
  applyRouteRules(context.get(platformContext), context.get(localeContext), url)
  throw notFound(url)
}

export default function NotFoundPage() {
  return null
}
