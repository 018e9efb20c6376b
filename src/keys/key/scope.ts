import { isIP } from 'node:net'
import type { KeyScope } from '#src/contract/account/keys.ts'
import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import { isWithin } from '#src/platform/http/client-address.ts'
import { isNetwork } from '#src/platform/setting-schemas.ts'

export type ApiKind = 'rest' | 'stream'

/** Null: the key has no restriction beyond its plan. */
export type Scope = KeyScope | null

export const networksMax = 20

export function scopeOf({ classes, access, networks }: KeyScope): Scope {
  return classes === null && access === 'all' && networks.length === 0 ? null : { classes, access, networks }
}

export const openScope: KeyScope = { classes: null, access: 'all', networks: [] }

/**
 * The reason why the key may not be used for this API and address; null if it may. `caller`: the client address, not
 * shortened.
 */
export function scopeRefusal(
  scope: KeyScope,
  apiKind: ApiKind,
  caller: string,
): 'not_in_scope' | 'network_not_allowed' | null {
  if (scope.access !== 'all' && scope.access !== apiKind) return 'not_in_scope'
  // The compiled list of networks is cached for each cached key.
  if (scope.networks.length > 0 && !isWithin(scope.networks, caller)) return 'network_not_allowed'
  return null
}

export function coversClass(scope: Scope, assetClass: AssetClass): boolean {
  return scope === null || scope.classes === null || scope.classes.includes(assetClass)
}

/**
 * The scope in its stored form: classes in standard order (null: all), distinct lower-case networks. For an invalid
 * scope returns the wrong parameter.
 */
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

/** Refuses IPv4-mapped IPv6 networks: no client address has this form, because such addresses are converted to IPv4. */
function isPlainNetwork(text: string): boolean {
  const [ip = ''] = text.split('/')
  return isNetwork(text) && !(isIP(ip) === 6 && ip.startsWith('::ffff:'))
}
