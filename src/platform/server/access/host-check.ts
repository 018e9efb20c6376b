import { isIP } from 'node:net'
import type { Settings } from '../../settings.ts'

/**
 * Whether a `Host` header names this site or this machine. Other names must neither get into links nor receive cookies.
 * A sandbox with `HOST` answers to any IP address as well, but to no other name, since a name of another site may lead
 * to this machine.
 */
export function hostCheck(settings: Settings, addresses: readonly string[]): (host: string | null) => boolean {
  const names = new Set(addresses.map((address) => new URL(address).hostname))
  const byAddress = settings.mode === 'sandbox' && settings.host !== null
  return (host) => {
    if (host === null || !URL.canParse(`http://${host}`)) return false
    const { hostname } = new URL(`http://${host}`)
    return names.has(hostname) || isLoopbackName(hostname) || (byAddress && isAddress(hostname))
  }
}

function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}
