import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, redirectDocument } from 'react-router'
import { shellOf } from '../../browser/shell.ts'
import { localeContext, platformContext } from '../../context/context.ts'
import { notFound } from '../../page/page.server.ts'
import { applyRouteRules } from '../../page/route-rules.server.ts'

export function loader({ url, context }: LoaderFunctionArgs) {
  applyRouteRules(context.get(platformContext), context.get(localeContext), url)
  throw notFound(url)
}

/** A browser knows only its own shell's routes; another shell's address loads as a document, even after a redirect. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const { pathname, search, hash } = new URL(request.url)
  if (shellOf(pathname) !== shellOf(location.pathname)) throw redirectDocument(pathname + search + hash)
  return serverLoader()
}

export default function NotFoundPage() {
  return null
}
