import { type LoaderFunctionArgs, redirect } from 'react-router'
import { docSlugs } from '#src/contract/operator/content/doc-pages.ts'
import { handbookSlugs, pathOfDocument } from '../../content/library/doc-list.ts'
import { apiContext, localeContext } from '../../context/context.ts'
import { invoke } from '../../page/invoke.server.ts'
import { notFound } from '../../page/page.server.ts'

/**
 * Whether this slug is a page of the handbook that the documentation lacks; earlier releases had the handbook there.
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

/** True even before the second factor is proven, which the console then requests. */
async function isStaff(args: LoaderFunctionArgs): Promise<boolean> {
  if (!args.context.get(apiContext)) return false
  const me = await invoke(args, 'GET /api/operator/me', {})
  return me.ok || !['not_found', 'not_signed_in'].includes(me.refusal.error)
}
