import type { Platform } from '#src/platform/platform.ts'
import type { VerifiedKey } from './key.ts'
import { noteKeyUse } from './keys.ts'

export const minuteMs = 60_000

/** The window of a key's per-minute limit; the gateway's headers and `/api/usage` read the same one. */
export function allowanceOf(key: Pick<VerifiedKey, 'kind' | 'keyId' | 'limits'>, address: string) {
  const name =
    key.kind === 'demo'
      ? `rest:demo:${address}`
      : key.kind === 'search'
        ? `rest:search:${key.keyId}`
        : `rest:${key.keyId}`
  return { name, rule: { limit: key.limits.perMinute ?? Number.MAX_SAFE_INTEGER, windowMs: minuteMs } }
}

export type UsagePoint = { t: number; requests: number; errors: number }

type Pending = { keyId: string; minute: number; call: string; requests: number; errors: number; bytes: number }

const flushMs = 2_000
type Counter = { pending: Map<string, Pending>; writing: Promise<void> }
const counters = new WeakMap<Platform, Counter>()

/** Counts what each key asked for; written every two seconds, merged by the column store. */
export function openUsage(
  ctx: Platform,
): AsyncDisposable & { count(keyId: string, call: string, isError: boolean, bytes: number): void } {
  const pending = new Map<string, Pending>()
  const counter: Counter = { pending, writing: Promise.resolve() }
  counters.set(ctx, counter)
  const stop = new AbortController()
  const loop = (async () => {
    while (!stop.signal.aborted) {
      await ctx.clock.sleep(flushMs, stop.signal).catch(() => undefined)
      counter.writing = flush(ctx, pending)
      await counter.writing
    }
  })()
  return {
    count(keyId, call, isError, bytes) {
      const minute = Math.floor(ctx.clock.now() / minuteMs) * minuteMs
      const name = `${keyId} ${minute} ${call}`
      let entry = pending.get(name)
      if (!entry) {
        entry = { keyId, minute, call, requests: 0, errors: 0, bytes: 0 }
        pending.set(name, entry)
      }
      entry.requests += 1
      if (isError) entry.errors += 1
      entry.bytes += bytes
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await loop
      counters.delete(ctx)
    },
  }
}

async function flush(ctx: Platform, pending: Map<string, Pending>): Promise<void> {
  if (pending.size === 0) return
  const rows = [...pending.values()]
  pending.clear()
  try {
    await ctx.clickhouse.insert(
      'usage',
      rows.map((row) => ({
        key_id: row.keyId,
        minute: row.minute,
        call: row.call,
        requests: row.requests,
        errors: row.errors,
        bytes: row.bytes,
      })),
    )
    await noteKeyUse(
      ctx,
      new Map(rows.filter(({ keyId }) => keyId !== 'demo').map(({ keyId, minute }) => [keyId, minute])),
    )
  } catch (cause) {
    ctx.log.warn('usage could not be written; it is kept for the next time', { rows: rows.length, cause })
    if (pending.size < 10_000) for (const row of rows) merge(pending, row)
  }
}

function merge(pending: Map<string, Pending>, row: Pending): void {
  const name = `${row.keyId} ${row.minute} ${row.call}`
  const entry = pending.get(name)
  if (!entry) {
    pending.set(name, row)
    return
  }
  entry.requests += row.requests
  entry.errors += row.errors
  entry.bytes += row.bytes
}

/** Requests and errors of keys in [from, to), in steps of a minute or more, oldest first; empty steps are left out. */
export async function readUsage(
  ctx: Platform,
  keyIds: readonly string[],
  range: { from: number; to: number; stepMs: number },
): Promise<UsagePoint[]> {
  if (keyIds.length === 0) return []
  await counters.get(ctx)?.writing
  const stored = await ctx.clickhouse.query<{ t: string; requests: string; errors: string }>(
    `SELECT intDiv(minute, {step:Int64}) * {step:Int64} AS t, sum(requests) AS requests, sum(errors) AS errors FROM usage
     WHERE key_id IN {keys:Array(String)} AND minute >= {from:Int64} AND minute < {to:Int64} GROUP BY t ORDER BY t`,
    { keys: [...keyIds], from: range.from, to: range.to, step: range.stepMs },
    { lane: 'report' },
  )
  const points = new Map(
    stored.map((row) => [
      Number(row.t),
      { t: Number(row.t), requests: Number(row.requests), errors: Number(row.errors) },
    ]),
  )
  for (const row of counters.get(ctx)?.pending.values() ?? []) {
    if (!keyIds.includes(row.keyId) || row.minute < range.from || row.minute >= range.to) continue
    const t = Math.floor(row.minute / range.stepMs) * range.stepMs
    const point = points.get(t) ?? { t, requests: 0, errors: 0 }
    points.set(t, { t, requests: point.requests + row.requests, errors: point.errors + row.errors })
  }
  return [...points.values()].sort((a, b) => a.t - b.t)
}

/** What is left of a key's minute: the figures of the gateway's headers. */
export async function usageNow(
  ctx: Platform,
  key: Pick<VerifiedKey, 'kind' | 'keyId' | 'limits'>,
): Promise<{ limit: number | null; remaining: number | null; resetAt: number }> {
  const { name, rule } = allowanceOf(key, '')
  const { remaining, resetMs } = await ctx.limiter.peek(name, rule)
  const unlimited = key.limits.perMinute === null
  return { limit: key.limits.perMinute, remaining: unlimited ? null : remaining, resetAt: ctx.clock.now() + resetMs }
}
