import type { TickEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { widerBarsAt } from '#src/market/bars/bar-time.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { positionInDay } from '#src/market/calendar/session.ts'
import { decimalsOf, type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import { instrumentsById, upsertInstruments } from '#src/market/instruments/instruments.ts'
import { readImportedTicks } from '#src/market/tick-archive/pages.ts'
import { pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { Publisher } from '../../publish/publisher.ts'

const stepMs = 100

/** Creates `BAC.REPLAY` for `BAC`, with the same exchange, price step and lot; the real series do not change. */
export async function replayInstrument(ctx: Platform, played: Instrument): Promise<Instrument> {
  const { class: assetClass, region, exchange, code, names, currency, lot } = played
  const made = {
    ...{ class: assetClass, region, exchange, code: `${code}.REPLAY`, currency, lot },
    name: `${names.en} (replay)`,
    priceStep: played.priceStep.toFixed(decimalsOf(played.priceStep)),
  }
  const [instrument] = await instrumentsById(ctx, await upsertInstruments(ctx, [made], 'replay'))
  if (!instrument) throw new Error(`could not create ${made.code}`)
  return instrument
}

/**
 * Replays imported ticks on the tape as ticks of `as`, `speed` times as fast, from now on. Returns the number of ticks.
 */
export async function replayTicks(
  ctx: Platform,
  instrument: Instrument,
  as: Instrument,
  options: { from: number; to: number; speed: number; signal: AbortSignal },
): Promise<number> {
  const publisher = new Publisher(ctx, () => ({
    // A replay shows trades of a session at any time of the day.
    isRegular: () => true,
    tradingStatus: 0,
    dateOf: (time) => positionInDay(exchangeOf(ctx, as), time).date,
    bucketEnds: (time) => widerBarsAt(exchangeOf(ctx, as), time),
  }))
  return play(ctx, publisher, instrument, keyOf(as), options)
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
  let due: TickEvent[] = []
  for await (const { time: tickTime, price, volume, side } of readImportedTicks(ctx, instrument.id, { from, to })) {
    origin ??= tickTime
    const time = Math.floor(begun + (tickTime - origin) / speed)
    while (time > ctx.clock.now() && !signal.aborted) {
      await publisher.publish(due)
      due = []
      await pause(ctx.clock, Math.max(1, Math.min(stepMs, time - ctx.clock.now())), signal)
      await publisher.sweep(ctx.clock.now())
    }
    if (signal.aborted) break
    due.push({ type: 'tick', key, time, price, volume, side, session: 0, source: 'replay' })
    played += 1
  }
  await publisher.publish(due)
  // No later tick ends the last minute.
  await publisher.sweep(ctx.clock.now() + minuteMs)
  return played
}
