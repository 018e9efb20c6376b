import type { BarEvent, QuoteEvent } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { tapeChannels } from '#src/market/tape.ts'
import type { Platform } from '#src/platform/platform.ts'
import { newestStates } from '../../publish/newest-states.ts'
import { stretchesOf } from './hours.ts'
import type { Profile } from './profile.ts'

/** The newest quote and the newest minute of an instrument on the tape. */
export type PublishedState = { quote: QuoteEvent; bar: BarEvent | null }

/**
 * The maximum trading time since an instrument's newest quote, ms, for which the instrument continues from the tape.
 */
const missedMsMax = 2 * minuteMs

/**
 * The published state of each instrument whose trading was interrupted only briefly. These instruments trade at once,
 * because reading the history of a whole catalogue takes half a minute.
 */
export async function publishedStates(
  ctx: Platform,
  profiles: readonly Profile[],
): Promise<Map<string, PublishedState>> {
  const quotes = new Map<string, QuoteEvent>()
  const bars = new Map<string, BarEvent>()
  for (const channel of tapeChannels(ctx))
    for (const event of await newestStates(ctx, channel)) {
      if (event.type === 'quote') quotes.set(event.key, event)
      if (event.type === 'bar') bars.set(event.key, event)
    }
  const now = ctx.clock.now()
  const found = new Map<string, PublishedState>()
  for (const profile of profiles) {
    const quote = quotes.get(profile.key)
    if (quote?.source !== 'simulated') continue
    if (tradingMs(profile, quote.time, now) <= missedMsMax)
      found.set(profile.key, { quote, bar: bars.get(profile.key) ?? null })
  }
  return found
}

function tradingMs({ exchange }: Profile, from: number, to: number): number {
  if (to - from > 14 * dayMs) return to - from
  let sum = 0
  for (let date = from - (from % dayMs) - dayMs; date <= to + dayMs; date += dayMs)
    for (const { open, close } of stretchesOf(exchange, date))
      sum += Math.max(0, Math.min(close, to) - Math.max(open, from))
  return sum
}
