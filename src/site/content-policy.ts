import { createHash } from 'node:crypto'
import type { Settings } from '#src/platform/settings.ts'
import { headScript } from './frame/head-script.ts'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The script of the head is the same on every page, so it is allowed by its hash. */
export const headScriptHash = sha256(headScript)

/** A policy maker: give it the nonce or hashes of the inline scripts of one page. */
export function contentPolicy(settings: Settings, dev: boolean): (scripts: readonly string[]) => string {
  const apis = [...new Set([settings.gateway.apiUrl, settings.gateway.apiFreeUrl])]
  const { scriptUrl, tagId } = settings.pages.analytics
  const tag = scriptUrl && tagId ? [new URL(scriptUrl).origin] : []
  const connect = ["'self'", ...apis, ...tag, ...apis.map((url) => url.replace(/^http/, 'ws')), ...(dev ? ['ws:'] : [])]
  return (scripts) =>
    [
      "default-src 'self'",
      `script-src ${["'self'", ...tag].join(' ')} ${dev ? "'unsafe-inline'" : scripts.join(' ')}`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src ${connect.join(' ')}`,
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ')
}

/** The hash of each inline script of a page, data blocks left out. */
export function inlineScriptHashes(html: string): Set<string> {
  const hashes = new Set<string>()
  for (const [, attributes = '', body = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
    if (!/\bsrc=|ld\+json/.test(attributes)) hashes.add(sha256(body))
  return hashes
}
