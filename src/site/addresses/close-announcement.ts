import { type ActionFunctionArgs, data, redirect } from 'react-router'
import { dismissing } from '../announcements/dismissed.server.ts'
import { localeContext, platformContext } from '../context/context.ts'
import { notFound } from '../page/page.server.ts'

/** Hides an announcement in this browser. For a browser without scripts, redirects to the page with the form. */
export async function action({ request, params, url, context }: ActionFunctionArgs) {
  const id = Number(params.id)
  if (!Number.isSafeInteger(id) || id < 1) throw notFound(url)
  const { publicUrl } = context.get(platformContext).settings
  const headers = { 'Set-Cookie': dismissing(request, id, publicUrl.startsWith('https:')) }
  const isScripted = (await request.formData().catch(() => null))?.has('scripted')
  return isScripted ? data({}, { headers }) : redirect(pageBefore(request, context.get(localeContext)), { headers })
}

export function loader({ url }: { url: URL }) {
  throw notFound(url)
}

/**
 * The path of the page with the form, from the `Referer` header; the home page if the header has no path of this site.
 */
function pageBefore(request: Request, locale: string): string {
  const referer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return `/${locale}`
  const { host, pathname, search } = new URL(referer)
  return host === request.headers.get('host') && /^\/(?!\/)/.test(pathname) ? pathname + search : `/${locale}`
}
