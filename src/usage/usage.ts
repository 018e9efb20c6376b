import type { UsagePoint, UsageShare } from '#src/contract/account/usage.ts'
import type { ErrorName, RefusalDetail } from '#src/contract/errors.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { VerifiedKey } from '#src/keys/key/key.ts'

/** The id under which REST and stream count a key's use. The public demo key is counted per caller address. */
export function countedAs(key: Pick<VerifiedKey, 'kind' | 'allowanceId'>, address: string): string {
  return key.kind === 'demo' ? `demo:${address}` : key.allowanceId
}

/** The counter of a key's per-minute limit. The gateway's headers and `/api/usage` read the same counter. */
export function allowanceOf(key: Pick<VerifiedKey, 'kind' | 'allowanceId' | 'limits'>, address: string) {
  const rateLimit = { limit: key.limits.perMinute ?? Number.MAX_SAFE_INTEGER, windowMs: minuteMs }
  return { name: `rest:${countedAs(key, address)}`, rateLimit }
}

/**
 * The responses to a key with the same call, status and reason, in the time step that starts at `t` (ms). `uncounted`:
 * requests that did not count against the limit; `reason`: empty for success.
 */
export type Tally = {
  keyId: string
  t: number
  call: string
  status: number
  reason: string
  requests: number
  uncounted: number
  bytes: number
}

/** One refused call. `target` is path and query without the key. */
export type Failure = {
  keyId: string
  time: number
  requestId: string
  call: string
  target: string
  status: number
  reason: ErrorName
  detail: FailureDetail
}

/** Values for the message. A plan is stored by id, because its name depends on the language. */
export type FailureDetail = {
  param?: string | undefined
  retryAfter?: number | undefined
  values?: Record<string, string | number> | undefined
  planId?: string | undefined
}

export function failureDetail({ param, retryAfter, values, extra }: RefusalDetail): FailureDetail {
  return { param, retryAfter, values, planId: typeof extra?.plan === 'string' ? extra.plan : undefined }
}

/** Times in [from, to), ms, in steps of a minute or more. */
export type Range = { from: number; to: number; stepMs: number }
export type FailureRange = { from: number; to: number; limit: number }

/** The tallies of a range, each with the start of its step as its time. `tallies`: one for each minute. */
export function talliesWithin(
  tallies: readonly Tally[],
  keyIds: readonly string[],
  { from, to, stepMs }: Range,
): Tally[] {
  return tallies
    .filter(({ keyId, t }) => keyIds.includes(keyId) && t >= from && t < to)
    .map((tally) => ({ ...tally, t: Math.floor(tally.t / stepMs) * stepMs }))
}

/** The newest failures of the range, newest first. `failures`: oldest first. */
export function failuresWithin(
  failures: readonly Failure[],
  keyIds: readonly string[],
  { from, to, limit }: FailureRange,
): Failure[] {
  return failures
    .filter(({ keyId, time }) => keyIds.includes(keyId) && time >= from && time < to)
    .toReversed()
    .slice(0, limit)
}

/**
 * Adds a tally to the tally of the same key, time, status, reason and call. Returns true if there was no such tally.
 */
export function addTally(tallies: Map<string, Tally>, tally: Tally): boolean {
  const name = `${tally.keyId} ${tally.t} ${tally.status} ${tally.reason} ${tally.call}`
  const known = tallies.get(name)
  if (!known) {
    tallies.set(name, tally)
    return true
  }
  known.requests += tally.requests
  known.uncounted += tally.uncounted
  known.bytes += tally.bytes
  return false
}

/** Steps, oldest first; steps without responses are omitted. */
export function seriesOf(tallies: readonly Tally[]): UsagePoint[] {
  const points = new Map<number, UsagePoint>()
  for (const { t, status, requests, uncounted } of tallies) {
    const point = points.get(t) ?? { t, requests: 0, errors: 0, refused: 0 }
    points.set(t, point)
    point.requests += requests
    if (status < 400) continue
    point.errors += requests
    point.refused += uncounted
  }
  return [...points.values()].sort((a, b) => a.t - b.t)
}

/** Counts by call, status and reason, most frequent first. */
export function sharesOf(tallies: readonly Tally[]): UsageShare[] {
  const shares = new Map<string, UsageShare>()
  for (const { call, status, reason, requests, uncounted } of tallies) {
    const name = `${call} ${status} ${reason}`
    const share = shares.get(name) ?? { call, status, reason, count: 0 }
    shares.set(name, share)
    share.count += requests + uncounted
  }
  return [...shares.values()].sort((a, b) => b.count - a.count || a.call.localeCompare(b.call) || a.status - b.status)
}

const targetLengthMax = 300

/** Path and query of the request, shortened, with the keys in the query masked. */
export function targetOf(url: string): string {
  const bare = url.replace(/([?&](?:token|key|authorization)=)[^&]*/gi, '$1***')
  return bare.length > targetLengthMax ? `${bare.slice(0, targetLengthMax)}…` : bare
}
