import { z } from 'zod'
import type { ErrorName } from '#src/contract/errors.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Failure, FailureRange, Range, Tally } from './usage.ts'

type Clicks = Pick<Platform, 'clickhouse'>

export async function insertTallies({ clickhouse }: Clicks, tallies: readonly Tally[]): Promise<void> {
  await clickhouse.insert(
    'usage_answers',
    tallies.map(({ keyId, t, ...rest }) => ({ key_id: keyId, minute: t, ...rest })),
  )
}

export async function insertFailures({ clickhouse }: Clicks, failures: readonly Failure[]): Promise<void> {
  await clickhouse.insert(
    'usage_errors',
    failures.map(({ keyId, requestId, detail, ...rest }) => ({
      key_id: keyId,
      request_id: requestId,
      detail: JSON.stringify(detail),
      ...rest,
    })),
  )
}

/** The tallies of some keys in [from, to), in steps of a minute or more. */
export async function talliesOf(ctx: Clicks, keyIds: readonly string[], range: Range): Promise<Tally[]> {
  const rows = await ctx.clickhouse.query<{
    key_id: string
    t: string
    call: string
    status: number
    reason: string
    requests: string
    uncounted: string
    bytes: string
  }>(
    `SELECT key_id, intDiv(minute, {step:Int64}) * {step:Int64} AS t, call, status, reason,
       sum(requests) AS requests, sum(uncounted) AS uncounted, sum(bytes) AS bytes
     FROM usage_answers WHERE key_id IN {keys:Array(String)} AND minute >= {from:Int64} AND minute < {to:Int64}
     GROUP BY key_id, t, call, status, reason ORDER BY t`,
    { keys: [...keyIds], from: range.from, to: range.to, step: range.stepMs },
    { lane: 'report' },
  )
  return rows.map((row) => ({
    keyId: row.key_id,
    t: Number(row.t),
    call: row.call,
    status: row.status,
    reason: row.reason,
    requests: Number(row.requests),
    uncounted: Number(row.uncounted),
    bytes: Number(row.bytes),
  }))
}

const kept = z.object({
  param: z.string().optional(),
  retryAfter: z.number().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  planId: z.string().optional(),
})

export async function failuresOf(ctx: Clicks, keyIds: readonly string[], range: FailureRange): Promise<Failure[]> {
  const rows = await ctx.clickhouse.query<{
    key_id: string
    time: string
    request_id: string
    call: string
    target: string
    status: number
    reason: ErrorName
    detail: string
  }>(
    `SELECT key_id, time, request_id, call, target, status, reason, detail FROM usage_errors
     WHERE key_id IN {keys:Array(String)} AND time >= {from:Int64} AND time < {to:Int64}
     ORDER BY time DESC LIMIT {limit:UInt32}`,
    { keys: [...keyIds], ...range },
    { lane: 'report' },
  )
  return rows.map((row) => ({
    keyId: row.key_id,
    time: Number(row.time),
    requestId: row.request_id,
    call: row.call,
    target: row.target,
    status: row.status,
    reason: row.reason,
    detail: kept.parse(JSON.parse(row.detail)),
  }))
}
