import type { VerifiedKey } from '#src/keys/key/key.ts'
import type { Allowance, Platform } from '#src/platform/platform.ts'
import { usageNow } from '#src/usage/report.ts'
import type { DataAnswer, DataRequest } from './wire/call.ts'

/**
 * `RateLimit` and policy headers (IETF draft) and `X-RateLimit-*`, with `Reset` in seconds. A key without a limit gets
 * no such header.
 */
export function limitHeaders(key: VerifiedKey, allowance: Allowance): Record<string, string | number> {
  if (key.limits.perMinute === null) return {}
  const reset = Math.ceil(allowance.resetMs / 1000)
  return {
    'ratelimit-policy': `"minute";q=${allowance.limit};w=60`,
    ratelimit: `"minute";r=${allowance.remaining};t=${reset}`,
    'x-ratelimit-limit': allowance.limit,
    'x-ratelimit-remaining': allowance.remaining,
    'x-ratelimit-reset': reset,
  }
}

export async function accountLimits(ctx: Platform, request: DataRequest): Promise<DataAnswer> {
  const { key } = request
  const now = key.kind === 'demo' ? null : await usageNow(ctx, key)
  const remaining = now?.remaining ?? null
  return {
    kind: 'data',
    data: {
      plan: key.planId,
      level: key.level,
      market: key.market,
      expiresAt: key.expiresAt,
      symbolType: key.symbolTypes,
      perMinute: key.limits.perMinute,
      used: remaining === null || key.limits.perMinute === null ? null : key.limits.perMinute - remaining,
      remaining,
      resetAt: now?.resetAt ?? null,
      sockets: key.limits.sockets,
      subscriptions: key.limits.subscriptions,
    },
  }
}
