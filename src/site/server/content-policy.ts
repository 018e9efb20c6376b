import { createHash } from 'node:crypto'
import type { Settings } from '#src/platform/settings.ts'
import { headScript } from '../first-paint/head-script.ts'
import { pageSettings } from '../settings.ts'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The head script is the same on every page, so it is allowed by its hash. */
export const headScriptHash = sha256(headScript)

/** Sources of a content security policy that allow inline scripts by hash, including the head script. */
export function scriptHashes(scripts: readonly string[]): string[] {
  return [...new Set([headScriptHash, ...scripts.map(sha256)])]
}

/** Returns a function that builds the policy of one page from the nonce or hashes of its inline scripts. */
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
 * The origins that a tag script loads from and reports to. Google's tag reports to other hosts than the host of the
 * script: https://developers.google.com/tag-platform/security/guides/csp
 */
function tagSources({ origin, hostname }: URL): string[] {
  const isGoogle = hostname === 'www.googletagmanager.com'
  const google = ['googletagmanager', 'google-analytics', 'analytics.google'].map((name) => `https://*.${name}.com`)
  return isGoogle ? google : [origin]
}
