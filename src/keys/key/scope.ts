import { isIP } from 'node:net'
import type { KeyScope } from '#src/contract/account/keys.ts'
import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import { isWithin } from '#src/platform/http/client-address.ts'
import { isNetwork } from '#src/platform/setting-schemas.ts'

export type ApiKind = 'rest' | 'stream'

/** Null: the key may do everything that its plan allows. */
export type Scope = KeyScope | null

export const networksMax = 20

/** A scope that restricts nothing is none. */
export function scopeOf({ classes, access, networks }: KeyScope): Scope {
  return classes === null && access === 'all' && networks.length === 0 ? null : { classes, access, networks }
}

export const openScope: KeyScope = { classes: null, access: 'all', networks: [] }

/** Why a key must not be used here; null where it may. `caller`: the whole client address. */
export function scopeRefusal(
  scope: KeyScope,
  apiKind: ApiKind,
  caller: string,
): 'not_in_scope' | 'network_not_allowed' | null {
  if (scope.access !== 'all' && scope.access !== apiKind) return 'not_in_scope'
  // The list is compiled once for each cached key.
  if (scope.networks.length > 0 && !isWithin(scope.networks, caller)) return 'network_not_allowed'
  return null
}

export function coversClass(scope: Scope, assetClass: AssetClass): boolean {
  return scope === null || scope.classes === null || scope.classes.includes(assetClass)
}

/** As it is kept: classes in their order, all of them as none; networks in small letters, each once. The parameter that is wrong, otherwise. */
export function readScope({ classes, access, networks }: KeyScope): KeyScope | { wrong: 'classes' | 'networks' } {
  const chosen = assetClasses.filter((name) => classes?.includes(name))
  if (classes !== null && chosen.length === 0) return { wrong: 'classes' }
  const written = [...new Set(networks.map((one) => one.trim().toLowerCase()).filter((one) => one !== ''))]
  if (written.length > networksMax || !written.every(isPlainNetwork)) return { wrong: 'networks' }
  return {
    classes: chosen.length === assetClasses.length || classes === null ? null : chosen,
    access,
    networks: written,
  }
}

/** Clients never have the address of an IPv4 mapped into IPv6: it is taken apart before. */
function isPlainNetwork(text: string): boolean {
  const [ip = ''] = text.split('/')
  return isNetwork(text) && !(isIP(ip) === 6 && ip.startsWith('::ffff:'))
}
