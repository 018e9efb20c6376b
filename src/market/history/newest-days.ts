import type { Platform } from '#src/platform/platform.ts'
import type { Bar } from '../bars/bar.ts'
import * as store from '../bars/bar-store.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { readBars } from './history.ts'

/** The newest days, as from `readBars`: one query for all stored days, more only for instruments with finer data. */
export async function readNewestDays(
  ctx: Platform,
  instruments: readonly Instrument[],
  limit: number,
): Promise<Map<number, Bar[]>> {
  if (instruments.length === 0) return new Map()
  const ids = instruments.map(({ id }) => id)
  const days = await store.newestDays(ctx, ids, limit)
  // Finer bars may continue after the last stored day, or fill an old gap.
  const oldest = [...days.values()].flatMap(([first]) => first?.time ?? [])
  const from = Math.min(store.newestDaysFrom(ctx, limit), ...oldest)
  const finer = await store.withFinerBars(ctx, ids, '1d', from)
  const others = instruments.filter(({ id }) => finer.has(id) || !days.has(id))
  const built = await Promise.all(
    others.map((instrument) => readBars(ctx, { instrument, interval: '1d', limit, order: 'newest' })),
  )
  for (const [at, { id }] of others.entries()) days.set(id, built[at] ?? [])
  return days
}

/** Only the newest stored days, with one query for many instruments. */
export async function readStoredDays(
  ctx: Platform,
  instruments: readonly Instrument[],
  limit: number,
): Promise<Map<number, Bar[]>> {
  if (instruments.length === 0) return new Map()
  return store.newestDays(
    ctx,
    instruments.map(({ id }) => id),
    limit,
  )
}
