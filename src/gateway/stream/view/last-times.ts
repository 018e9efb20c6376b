import { LRUCache } from 'lru-cache'
import { type BarInterval, type InstrumentId, instrumentKey } from '#src/contract/market.ts'
import { intervalOf, type SubscriptionType } from '#src/contract/stream-names.ts'
import { minuteMs } from '#src/contract/time.ts'
import { barAt } from '#src/market/bars/bar-time.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstruments } from '#src/market/instruments/instruments.ts'
import { timesOfNumbers } from '#src/market/ticks/ticks.ts'
import type { Platform } from '#src/platform/platform.ts'

/** A client's last event of a lane. `time`: when it happened, ms; null if this gateway no longer holds it. */
export type LastEvent = { id: InstrumentId; type: SubscriptionType; seq: number; time: number | null }

const knownMax = 50_000
/** After this long a gap begins at the time of its number, which is never later than the event, ms. */
const waitMaxMs = 2_000

/**
 * When the last events of clients happened, from history. After a restart many clients have the same positions, so
 * reads run one after another and are kept.
 */
export class LastTimes {
  readonly #ctx: Platform
  readonly #known = new LRUCache<string, { time: number | null }>({ max: knownMax })
  #reading: Promise<unknown> = Promise.resolve()

  constructor(ctx: Platform) {
    this.#ctx = ctx
  }

  /** The time of each event, or an earlier one; of a bar, the start of the interval. In the order of `events`. */
  async of(events: readonly LastEvent[]): Promise<number[]> {
    if (events.length === 0) return []
    const instruments = new Map<string, Instrument | null>()
    const unread = events.filter((event) => event.time === null && hasHistory(event))
    const until = performance.now() + waitMaxMs
    const reading = this.#reading.then(async () => {
      if (performance.now() < until) await this.#read(events, unread, instruments)
    })
    this.#reading = reading.catch((cause: unknown) =>
      this.#ctx.log.warn('the times of last events could not be read', { cause }),
    )
    await Promise.race([this.#reading, after(waitMaxMs)])
    return events.map((event) => {
      const time = event.time ?? this.#known.get(nameOf(event))?.time ?? Math.floor(event.seq / 1_000)
      return this.#startOf(event.type, time, instruments.get(instrumentKey(event.id)) ?? null)
    })
  }

  async #read(
    events: readonly LastEvent[],
    unread: readonly LastEvent[],
    instruments: Map<string, Instrument | null>,
  ): Promise<void> {
    const fresh = unread.filter((event) => !this.#known.has(nameOf(event)))
    const needed = [...new Map([...fresh, ...events.filter(isBar)].map(({ id }) => [instrumentKey(id), id])).entries()]
    const found = await findInstruments(
      this.#ctx,
      needed.map(([, id]) => id),
    )
    for (const [index, [key]] of needed.entries()) instruments.set(key, found[index] ?? null)
    const read = fresh.flatMap((event) => {
      const instrument = instruments.get(instrumentKey(event.id))
      return instrument ? [{ event, instrumentId: instrument.id, seq: event.seq }] : []
    })
    for (const table of ['ticks', 'bar_numbers'] as const) {
      const rows = read.filter(({ event }) => isBar(event) === (table === 'bar_numbers'))
      const times = await timesOfNumbers(this.#ctx, table, rows)
      for (const [index, { event }] of rows.entries()) {
        const found = times[index]
        // Only final minutes have numbers in history: a later number belongs to a later minute.
        const minutes = found && isBar(event) && found.ahead > 0 ? minuteMs : 0
        this.#known.set(nameOf(event), { time: found ? found.time + minutes : null })
      }
    }
  }

  #startOf(type: SubscriptionType, time: number, instrument: Instrument | null): number {
    const interval: BarInterval | null = intervalOf(type)
    if (interval === null) return time
    return instrument ? barAt(exchangeOf(this.#ctx, instrument), interval, time).start : time - (time % minuteMs)
  }
}

function nameOf({ id, type, seq }: LastEvent): string {
  return `${instrumentKey(id)}:${type} ${seq}`
}

function isBar({ type }: LastEvent): boolean {
  return intervalOf(type) !== null
}

/** Whether history holds such events with their numbers. */
function hasHistory(event: LastEvent): boolean {
  return event.type === 'tick' || isBar(event)
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
