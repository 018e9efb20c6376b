import { isRefusal } from '#src/contract/errors.ts'
import type { CustomerEvent } from '#src/contract/operator/customers/customers.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'
import type { Key } from '#src/keys/key/key.ts'
import { maskSecret } from '#src/keys/key/secret.ts'
import type { Platform } from '#src/platform/platform.ts'
import { readTallies } from '#src/usage/meter.ts'
import type { EventQuery } from './event-query.ts'

/** The first time span that is read, ms. Each further span is twice as long. */
const spanMs = 30 * dayMs

/**
 * Refused requests since the first key; those of one hour, key and reason form one event. Returns null while the
 * history store cannot be read.
 */
export async function refusalEvents(
  ctx: Platform,
  keys: readonly Key[],
  { before, limit }: EventQuery,
): Promise<CustomerEvent[] | null> {
  const first = Math.min(...keys.map(({ createdAt }) => createdAt))
  const events: CustomerEvent[] = []
  for (let to = before, span = spanMs; to > first && events.length < limit; span *= 2) {
    const from = Math.floor(Math.max(first, to - span) / hourMs) * hourMs
    const found = await eventsWithin(ctx, keys, { from, to })
    if (!found) return null
    events.push(...found)
    to = from
  }
  return events.slice(0, limit)
}

async function eventsWithin(
  ctx: Platform,
  keys: readonly Key[],
  span: { from: number; to: number },
): Promise<CustomerEvent[] | null> {
  const ids = keys.map(({ id }) => id)
  const tallies = await readTallies(ctx, ids, { ...span, stepMs: hourMs }).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
    return null
  })
  if (!tallies) return null
  const masks = new Map(keys.map(({ id, head, tail }) => [id, maskSecret(head, tail)]))
  const events = new Map<string, { t: number; keyId: string; reason: string; status: number; count: number }>()
  for (const { keyId, t, reason, status, requests, uncounted } of tallies) {
    if (reason === '') continue
    const id = `refused ${t} ${keyId} ${reason}`
    const { count } = events.get(id) ?? { count: 0 }
    events.set(id, { t, keyId, reason, status, count: count + requests + uncounted })
  }
  return [...events]
    .map(([id, { t, keyId, ...facts }]) => ({
      ...{ id, at: t, kind: 'usage' as const, what: 'refused', by: null, amount: null, left: null },
      facts: { ...facts, key: masks.get(keyId) ?? null },
    }))
    .sort((a, b) => b.at - a.at)
}
