import { isRefusal } from '#src/contract/errors.ts'
import type { CustomerEvent } from '#src/contract/operator/customers/customers.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'
import type { Key } from '#src/keys/key/key.ts'
import { maskSecret } from '#src/keys/key/secret.ts'
import type { Platform } from '#src/platform/platform.ts'
import { readTallies } from '#src/usage/meter.ts'
import type { EventQuery } from './event-query.ts'

/** The time span of one page, ms. Refused requests of one hour, key and reason form one event. */
const spanMs = 30 * dayMs

/** Returns null while the history store cannot be read. */
export async function refusalEvents(
  ctx: Platform,
  keys: readonly Key[],
  { before, limit }: EventQuery,
): Promise<CustomerEvent[] | null> {
  const ids = keys.map(({ id }) => id)
  const range = { from: Math.floor((before - spanMs) / hourMs) * hourMs, to: before, stepMs: hourMs }
  const tallies = await readTallies(ctx, ids, range).catch((error: unknown) => {
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
    .slice(0, limit)
}
