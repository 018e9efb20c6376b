import { LRUCache } from 'lru-cache'
import { type InstrumentId, instrumentKey } from '#src/contract/market.ts'
import { intervalOf, type SubscriptionType } from '#src/contract/stream-names.ts'
import { minuteMs } from '#src/contract/time.ts'
import { barAt } from '#src/market/bars/bar-time.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstruments } from '#src/market/instruments/instruments.ts'
import { timesOfNumbers } from '#src/market/ticks/ticks.ts'
import type { Platform } from '#src/platform/platform.ts'

/** A client's last event of a lane. `time`: the time of the event, ms; null if this gateway no longer has it. */
export type LastEvent = { id: InstrumentId; type: SubscriptionType; seq: number; time: number | null }

const knownMax = 50_000
/**
 * The longest wait for the time of an event, ms. Afterwards the gap begins at the time in the event's number, which is
 * normally earlier than the event.
 */
const waitMaxMs = 2_000

/**
 * Reads the times of clients' last events from history. After a restart many clients have the same positions, so reads
 * run one after another and are cached.
 */
export class LastTimes {
  readonly #ctx: Platform
  readonly #known = new LRUCache<string, { time: number | null }>({ max: knownMax })
  readonly #instruments = new LRUCache<string, Instrument>({ max: knownMax })
  #reading: Promise<unknown> = Promise.resolve()

  constructor(ctx: Platform) {
    this.#ctx = ctx
  }

  /**
   * For each event, in order: its time or, if that is unknown, the time in its number. For a bar: the start of its
   * interval.
   */
  async of(events: readonly LastEvent[]): Promise<number[]> {
    if (events.some((event) => this.#lacks(event))) {
      const until = performance.now() + waitMaxMs
      const reading = this.#reading.then(async () => {
        if (performance.now() < until) await this.#read(events)
      })
      this.#reading = reading.catch((cause: unknown) =>
        this.#ctx.log.warn('the times of last events could not be read', { cause }),
      )
      await Promise.race([this.#reading, after(waitMaxMs)])
    }
    return events.map((event) => {
      const time = event.time ?? this.#known.get(nameOf(event))?.time ?? Math.floor(event.seq / 1_000)
      return this.#startOf(event, time)
    })
  }

  #lacks(event: LastEvent): boolean {
    return this.#lacksTime(event) || (isWide(event) && !this.#instruments.has(instrumentKey(event.id)))
  }

  #lacksTime(event: LastEvent): boolean {
    return event.time === null && (event.type === 'tick' || isBar(event)) && !this.#known.has(nameOf(event))
  }

  async #read(events: readonly LastEvent[]): Promise<void> {
    const lacking = events.filter((event) => this.#lacks(event))
    const ids = [...new Map(lacking.map(({ id }) => [instrumentKey(id), id])).values()]
    const found = await findInstruments(this.#ctx, ids)
    for (const [index, id] of ids.entries()) {
      const instrument = found[index]
      if (instrument) this.#instruments.set(instrumentKey(id), instrument)
    }
    const timed = lacking.filter((event) => this.#lacksTime(event))
    for (const table of ['ticks', 'bar_numbers'] as const) {
      const rows = timed.flatMap((event) => {
        const instrumentId = this.#instruments.get(instrumentKey(event.id))?.id
        const isStored = isBar(event) === (table === 'bar_numbers')
        return instrumentId !== undefined && isStored ? [{ event, instrumentId, seq: event.seq }] : []
      })
      const times = await timesOfNumbers(this.#ctx, table, rows)
      for (const [index, { event }] of rows.entries()) {
        const recorded = times[index]
        // In history only final minutes have numbers, so a later number belongs to a later minute.
        const minutes = recorded && isBar(event) && recorded.ahead > 0 ? minuteMs : 0
        this.#known.set(nameOf(event), { time: recorded ? recorded.time + minutes : null })
      }
    }
  }

  #startOf({ id, type }: LastEvent, time: number): number {
    const interval = intervalOf(type)
    if (interval === null) return time
    const instrument = this.#instruments.get(instrumentKey(id))
    if (interval === '1m' || !instrument) return time - (time % minuteMs)
    return barAt(exchangeOf(this.#ctx, instrument), interval, time).start
  }
}

function nameOf({ id, type, seq }: LastEvent): string {
  return `${instrumentKey(id)}:${type} ${seq}`
}

function isBar({ type }: LastEvent): boolean {
  return intervalOf(type) !== null
}

function isWide(event: LastEvent): boolean {
  return isBar(event) && event.type !== 'kline@1'
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
