import { type LoaderFunctionArgs, redirect } from 'react-router'
import { docSlugs } from '#src/contract/operator/content/doc-pages.ts'
import { handbookSlugs, pathOfDocument } from '../../content/library/doc-list.ts'
import { apiContext, localeContext } from '../../context/context.ts'
import { invoke } from '../../page/invoke.server.ts'
import { notFound } from '../../page/page.server.ts'

/**
 * Whether the slug is a page of the handbook but not of the documentation. Old links lead to the handbook below the
 * documentation's address.
 */
export function isMovedToHandbook(slug: string): boolean {
  return handbookSlugs.includes(slug) && !docSlugs.includes(slug)
}

/** Redirects staff to the page in the console. For others the page does not exist. */
export async function toHandbook(args: LoaderFunctionArgs, slug: string): Promise<Response> {
  if (!(await isStaff(args))) throw notFound(args.url)
  const headers = { 'Cache-Control': 'private, no-store' }
  return redirect(`/${args.context.get(localeContext)}${pathOfDocument('handbook', slug)}`, { headers })
}

/** True even if the second factor is not proven yet; the console then requests the factor. */
async function isStaff(args: LoaderFunctionArgs): Promise<boolean> {
  if (!args.context.get(apiContext)) return false
  const me = await invoke(args, 'GET /api/operator/me', {})
  return me.ok || !['not_found', 'not_signed_in'].includes(me.refusal.error)
}
