import type { TickEvent } from '#src/contract/market.ts'
import { bucketsOf } from '#src/market/buckets.ts'
import { exchangeOf } from '#src/market/exchange.ts'
import { decimalsOf, type Instrument, keyOf } from '#src/market/instrument.ts'
import { placeInDay } from '#src/market/session.ts'
import { readTicks } from '#src/market/ticks.ts'
import type { Platform } from '#src/platform/platform.ts'
import { Publisher } from './publisher.ts'

/** Tells the simulated source to leave an instrument alone while it is replayed: `{key, playing}`. */
export const replayChannel = 'replay'
export type ReplayNews = { key: string; playing: boolean }

const pageSize = 5_000
const stepMs = 100

/**
 * Plays imported ticks of an instrument onto the tape, `speed` times as fast as they came. They are told at the moment they
 * are played, so that boards and bars are those of now; history does not record them again. Answers how many were played.
 */
export async function replayTicks(
  ctx: Platform,
  instrument: Instrument,
  options: { from: number; to: number; speed: number; signal: AbortSignal },
): Promise<number> {
  const key = keyOf(instrument)
  const exchange = exchangeOf(instrument)
  const publisher = new Publisher(ctx, () => ({
    decimals: decimalsOf(instrument.priceStep),
    dateOf: (time) => placeInDay(exchange, time).date,
    bucketEnds: (time) => bucketsOf(exchange, time),
  }))
  await tell(ctx, { key, playing: true })
  try {
    return await play(ctx, publisher, instrument, key, options)
  } finally {
    await tell(ctx, { key, playing: false })
  }
}

async function play(
  ctx: Platform,
  publisher: Publisher,
  instrument: Instrument,
  key: string,
  { from, to, speed, signal }: { from: number; to: number; speed: number; signal: AbortSignal },
): Promise<number> {
  const begun = ctx.clock.now()
  let origin: number | null = null
  let played = 0
  let after = from
  let due: TickEvent[] = []
  while (!signal.aborted) {
    const page = await readTicks(ctx, instrument.id, { from: after, to, limit: pageSize, source: 'import' })
    for (const tick of page) {
      origin ??= tick.time
      const time = Math.floor(begun + (tick.time - origin) / speed)
      while (time > ctx.clock.now() && !signal.aborted) {
        await publisher.publish(due)
        due = []
        await ctx.clock.sleep(Math.max(1, Math.min(stepMs, time - ctx.clock.now())), signal).catch(() => undefined)
        await publisher.sweep(ctx.clock.now())
      }
      if (signal.aborted) break
      due.push({
        type: 'tick',
        key,
        time,
        price: tick.price,
        volume: tick.volume,
        side: tick.side,
        session: 0,
        source: 'replay',
      })
      played += 1
    }
    const last = page.at(-1)
    if (!last || page.length < pageSize) break
    after = last.time + 1
  }
  await publisher.publish(due)
  return played
}

async function tell(ctx: Platform, news: ReplayNews): Promise<void> {
  await ctx.postgres.transaction((tx) => ctx.postgres.notify(tx, replayChannel, news))
}
