import type { TickEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import { marketTape } from '#src/market/tape.ts'
import type { Tick } from '#src/market/ticks/tick.ts'
import { newestTickTime, readTicks } from '#src/market/ticks/ticks.ts'
import type { Platform, TapeOffset } from '#src/platform/platform.ts'
import { hasReached } from '#src/platform/tape/offset.ts'
import { floorTo, overlapMs } from './line.ts'

type Published = Pick<Tick, 'time' | 'seq' | 'price' | 'volume' | 'side' | 'source'>
type OnTape = { seq: number; event: TickEvent }

/** History stores tick numbers modulo this. */
const seqRange = 2 ** 32

/** The recorder's offset on each channel; null: nothing recorded. */
export type ChannelOffsets = ReadonlyMap<string, TapeOffset | null>

/** The exchange's ticks on the tape after the offsets. No other process may append during this read. */
export async function tailsOf(ctx: Platform, offsets: ChannelOffsets): Promise<OnTape[]> {
  const tails = await Promise.all([...offsets].map(([channel, offset]) => tailOf(ctx, channel, offset)))
  return tails.flat()
}

async function tailOf(ctx: Platform, channel: string, offset: TapeOffset | null): Promise<OnTape[]> {
  const { newest } = await ctx.tape.bounds(channel)
  const found: OnTape[] = []
  if (newest === null || hasReached(offset, newest)) return found
  const stop = new AbortController()
  for await (const batch of marketTape(ctx).follow(channel, offset ?? 'oldest', stop.signal)) {
    if (batch.kind === 'gap') continue
    for (const { seq, event } of batch.entries)
      if (event.type === 'tick' && event.source === 'exchange') found.push({ seq: seq % seqRange, event })
    if (hasReached(batch.entries.at(-1)?.offset, newest)) stop.abort()
  }
  return found
}

/** Published ticks of at least the newest minute, which the next trades may repeat: oldest first, distinct. */
export async function publishedTicks(
  ctx: Platform,
  instrument: Instrument,
  unrecorded: readonly OnTape[],
): Promise<Published[]> {
  const key = keyOf(instrument)
  const newest = await newestTickTime(ctx, instrument.id, 'exchange')
  const range = {
    from: floorTo((newest ?? 0) - overlapMs, minuteMs),
    to: newest ?? 0,
    limit: 100_000,
    source: 'exchange',
  } as const
  const found: Published[] = newest === null ? [] : await readTicks(ctx, instrument.id, range)
  const known = new Set(found.map(({ time, seq }) => `${time} ${seq}`))
  for (const { seq, event } of unrecorded)
    if (event.key === key && !known.has(`${event.time} ${seq}`)) found.push({ ...event, seq })
  return found
}
