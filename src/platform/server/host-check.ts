import type { Settings } from '../settings.ts'

/** Whether a `Host` header names this site. Other names must neither get into links nor receive cookies. */
export function hostCheck(settings: Settings, addresses: readonly string[]): (host: string | null) => boolean {
  const names = new Set(addresses.map((address) => new URL(address).hostname))
  const open = settings.mode === 'sandbox' && settings.host !== null
  return (host) => {
    if (host === null || !URL.canParse(`http://${host}`)) return false
    const { hostname } = new URL(`http://${host}`)
    return open || names.has(hostname) || isLoopbackName(hostname)
  }
}

function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
