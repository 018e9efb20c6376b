import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import type { VerifiedKey } from '#src/keys/key/key.ts'
import type { Allowance, Limiter } from '#src/platform/platform.ts'
import { allowanceOf } from '#src/usage/usage.ts'
import type { Query } from './wire/call.ts'

/** The number of calls about one instrument that count as one call. */
const callsOfOne = 10
/** The limit a minute for searches, look-ups of instruments and quotes of a whole list. */
const lookUpsMax = 240

/**
 * Counts a call of the site's own pages. The chart makes many calls for one instrument, so ten of them count as one.
 * Calls about several instruments or none have a limit of their own.
 */
export async function countPageCall(
  limiter: Limiter,
  key: VerifiedKey,
  instrument: string | null,
  how: 'take' | 'peek',
): Promise<Allowance> {
  const { name, rateLimit } = allowanceOf(key, '')
  if (instrument === null) return limiter[how](`${name}:look-ups`, { ...rateLimit, limit: lookUpsMax })
  const own = `${name}:${instrument}`
  const repeated = await limiter[how](own, { ...rateLimit, limit: callsOfOne })
  const isKnown = repeated.remaining < (how === 'take' ? callsOfOne - 1 : callsOfOne)
  if (repeated.allowed && isKnown) return { ...(await limiter.peek(name, rateLimit)), allowed: true }
  const allowance = await limiter[how](name, rateLimit)
  if (!allowance.allowed) await limiter.clear(own)
  return allowance
}

/** The instrument whose prices a call reads; null for a call about several instruments or none. */
export function instrumentIn(path: string, query: Query): string | null {
  const [, first = ''] = path.toLowerCase().split('/')
  const assetClass: AssetClass | undefined = assetClasses.find((name) => name === first)
  // A call with a repeated parameter counts, too. The route of the call refuses it.
  const values = new Map(query.entries())
  const code = values.get('code') || values.get('symbol')
  if (!assetClass || !code || values.get('codes')) return null
  return `${assetClass} ${values.get('region') ?? ''} ${code}`.toUpperCase()
}
