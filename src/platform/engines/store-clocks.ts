import { KeptValue } from '../kept.ts'
import type { Platform } from '../platform.ts'

type ClockedStore = 'PostgreSQL' | 'Redis'

/** Reads the Unix time of a store, or of each of its servers, in ms. */
export type StoreClocks = Readonly<Partial<Record<ClockedStore, () => Promise<number[]>>>>

export const storeClocks = new KeptValue<StoreClocks>('store-clocks')

/**
 * The time in ms by which each store's clock is ahead of this process's. For several servers: the largest deviation. A
 * store that does not answer is left out.
 */
export async function clockOffsets(ctx: Pick<Platform, 'clock' | 'kept'>): Promise<Map<ClockedStore, number>> {
  const read = Object.entries(storeClocks.of(ctx) ?? {}).map(async ([store, times]) => {
    const before = ctx.clock.now()
    const there = await times()
    const here = (before + ctx.clock.now()) / 2
    const offsets = there.map((time) => Math.round(time - here)).sort((a, b) => Math.abs(b) - Math.abs(a))
    return [store as ClockedStore, offsets[0] ?? 0] as const
  })
  const settled = await Promise.allSettled(read)
  return new Map(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
}
