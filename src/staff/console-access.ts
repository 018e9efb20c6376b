import { isTrusted } from '#src/platform/http/client-address.ts'
import type { Settings } from '#src/platform/settings.ts'
import { consoleSettings } from './settings.ts'

/**
 * Matches the pages of the console, their data (`.data`), the path without a language that redirects, and the routes.
 */
const consolePath = /^\/+(?:[^/]+\/+)?operator(?:\.data)?(?:\/|$)/

/** Compares the decoded path in lower case, as the router does. A path that cannot be decoded matches no page. */
function isConsolePath(path: string): boolean {
  try {
    return consolePath.test(decodeURIComponent(path).toLowerCase())
  } catch {
    return false
  }
}

/** Whether a request may reach the console: its host and address must be in the settings, if the settings name any. */
export function mayReachConsole(
  settings: Settings,
  { path, host, address }: { path: string; host: string | null; address: string },
): boolean {
  if (!isConsolePath(path)) return true
  const { host: own, networks } = settings.of(consoleSettings)
  if (own !== null && host?.replace(/:\d+$/, '').toLowerCase() !== own) return false
  return networks.length === 0 || isTrusted(networks, address.replace(/\/64$/, ''))
}
