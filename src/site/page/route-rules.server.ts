import { redirect, redirectDocument } from 'react-router'
import type { Platform } from '#src/platform/platform.ts'
import { pathInLanguage } from '../head/head.server.tsx'
import { pageSettings } from '../settings.ts'

/**
 * Applies the operator's redirects. A redirect to a path of the site changes the page; a redirect to an absolute
 * address loads a document.
 */
export function applyRouteRules(ctx: Platform, locale: string, url: URL): void {
  const { routeRules } = ctx.settings.of(pageSettings)
  if (routeRules.length === 0) return
  const path = pathInLanguage(url.pathname) || '/'
  const rule = routeRules.find(({ from }) => from === path)
  if (!rule) return
  if (rule.to.startsWith('/')) throw redirect(`/${locale}${rule.to === '/' ? '' : rule.to}`)
  throw redirectDocument(rule.to)
}
