import { isTrusted } from '#src/platform/http/client-address.ts'
import type { Settings } from '#src/platform/settings.ts'
import { consoleSettings } from './settings.ts'

/** Pages, the data of pages (`.data`), the bare address that leads to a page, and the routes. */
const consolePath = /^\/+(?:[^/]+\/+)?operator(?:\.data)?(?:\/|$)/

/** As the router reads it: in any case, and decoded. What cannot be decoded matches no page. */
function isConsolePath(path: string): boolean {
  try {
    return consolePath.test(decodeURIComponent(path).toLowerCase())
  } catch {
    return false
  }
}

/** Whether a request may see the console at all: its host and address are those that the settings name, if they name any. */
export function mayReachConsole(
  settings: Settings,
  { path, host, address }: { path: string; host: string | null; address: string },
): boolean {
  if (!isConsolePath(path)) return true
  const { host: own, networks } = settings.of(consoleSettings)
  if (own !== null && host?.replace(/:\d+$/, '').toLowerCase() !== own) return false
  return networks.length === 0 || isTrusted(networks, address.replace(/\/64$/, ''))
}
