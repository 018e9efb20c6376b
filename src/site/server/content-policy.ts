import { createHash } from 'node:crypto'
import type { Settings } from '#src/platform/settings.ts'
import { headScript } from '../first-paint/head-script.ts'
import { pageSettings } from '../settings.ts'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The script of the head is the same on every page, so it is allowed by its hash. */
export const headScriptHash = sha256(headScript)

/** A policy maker: give it the nonce or hashes of the inline scripts of one page. */
export function contentPolicy(settings: Settings, dev: boolean): (scripts: readonly string[]) => string {
  const apis = [...new Set([settings.apiUrl, settings.apiFreeUrl])]
  const { analyticsUrl, analyticsTagId } = settings.of(pageSettings)
  const tag = analyticsUrl && analyticsTagId ? tagSources(new URL(analyticsUrl)) : []
  const connect = ["'self'", ...apis, ...tag, ...apis.map((url) => url.replace(/^http/, 'ws')), ...(dev ? ['ws:'] : [])]
  return (scripts) =>
    [
      "default-src 'self'",
      `script-src ${["'self'", ...tag].join(' ')} ${dev ? "'unsafe-inline'" : scripts.join(' ')}`,
      "style-src 'self' 'unsafe-inline'",
      `img-src ${["'self' data: blob:", ...tag].join(' ')}`,
      "font-src 'self'",
      `connect-src ${connect.join(' ')}`,
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ')
}

/**
 * The origins that a tag loads from and reports to.
 *
 * Google's tag reports to other hosts than its script's: https://developers.google.com/tag-platform/security/guides/csp
 */
function tagSources({ origin, hostname }: URL): string[] {
  const isGoogle = hostname === 'www.googletagmanager.com'
  const google = ['googletagmanager', 'google-analytics', 'analytics.google'].map((name) => `https://*.${name}.com`)
  return isGoogle ? google : [origin]
}

/**
 * A page for everybody is rendered with a secret nonce, which tells our own scripts from scripts in its texts. The
 * policy names only ours, by their hashes; the nonce is removed.
 */
export function withoutNonce(html: string, nonce: string): { html: string; scripts: string[] } {
  const mark = ` nonce="${nonce}"`
  const scripts = new Set([headScriptHash])
  for (const [, attributes = '', body = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes.includes(mark) && body !== '') scripts.add(sha256(body))
  return { html: html.replaceAll(mark, ''), scripts: [...scripts] }
}
