import type { MarketEvent } from '#src/contract/market.ts'
import type { Bar } from '#src/market/bars/bar.ts'
import { barStarting, widerBarsAt } from '#src/market/bars/bar-time.ts'
import { lastCloses, type RecordedBar, recordBars } from '#src/market/bars/bars.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { dropSimulated, endStoredSimulations, fedInstruments, listenForFed } from '#src/market/feed-keys/fed.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { listInstruments } from '#src/market/instruments/instruments.ts'
import { whileRead } from '#src/platform/attention.ts'
import type { Term } from '#src/platform/leases/leadership.ts'
import { every, failProcess, retrying } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Figures, rolled } from '../../publish/day-figures.ts'
import { Publisher, type Traded } from '../../publish/publisher.ts'
import { fillHistory, type Origin } from './fill.ts'
import { Hours } from './hours.ts'
import { type KnownDays, knownDays, type Simulated } from './known-days.ts'
import { type Profile, profileOf } from './profile.ts'
import { publishedStates } from './published-state.ts'
import { Trader } from './trader.ts'

/** The simulated market continues while a store or the tape is down, but loses trades. */
const beats = { everyMs: 250, failed: 'the simulated market could not be published' }
/** The time between beats while there are no readers, ms. */
const idleMs = 15_000
/** A store failure delays the work but does not end it. */
const retries = { firstMs: 1_000, maxMs: 5_000, failed: 'a store of the simulated market failed; trying again' }
const rowsPerWrite = 5_000
/** The number of instruments whose stored bars are read at once. */
const perRead = 100
/**
 * The number of stored days from which an instrument continues. Days of which only minutes are stored get a daily bar.
 */
const daysRead = 10

/**
 * Simulates the catalogue's markets. History is written in the background, best known instruments first. An instrument
 * trades when its history is complete, or immediately if an earlier process has just published its events. A simulation
 * ends as soon as the instrument has history of its own. The same seed produces the same history.
 */
export class SimulatedSource implements AsyncDisposable {
  readonly publisher: Publisher
  readonly #ctx: Platform
  readonly #seed: number
  readonly #stop = new AbortController()
  readonly #traders = new Map<string, Trader>()
  readonly #traded = new Map<string, Traded>()
  readonly #instruments = new Map<string, Simulated>()
  /**
   * Instruments that left the simulation while their history was being made. Rows of these instruments may still be
   * written.
   */
  readonly #left: Instrument[] = []
  /** Keys of instruments whose history is being made or is complete. */
  readonly #prepared = new Set<string>()
  /** Keys of instruments that continue from the state on the tape. */
  readonly #resumed = new Set<string>()
  #rows: RecordedBar[] = []
  #filling: Promise<void> = Promise.resolve()
  readonly #running = new AsyncDisposableStack()

  constructor(ctx: Platform, term: Term | null = null, seed = 1) {
    this.#ctx = ctx
    this.#seed = seed
    this.publisher = new Publisher(ctx, (key) => this.#traded.get(key), term)
    term?.signal.addEventListener('abort', () => this.#stop.abort())
  }

  /** Resolves when the instruments are chosen. History and trading continue in the background. */
  async start(only: (instrument: Instrument) => boolean = () => true): Promise<void> {
    try {
      await this.#begin(only)
    } catch (cause) {
      await this.#running.disposeAsync()
      throw cause
    }
    this.#filling = this.fillAll().catch((error: unknown) => {
      if (!this.#stop.signal.aborted) failProcess('simulated history ended', error)
    })
    const wait = whileRead(this.#ctx, beats.everyMs, idleMs)
    this.#running.use(every(this.#ctx, { ...beats, wait }, () => this.beat()))
  }

  async #begin(only: (instrument: Instrument) => boolean): Promise<void> {
    await this.load(only)
    // After a lost connection PostgreSQL may refuse queries for a while. Only disposal ends the attempts.
    const leave = (key: string | null) => this.#untilDone(() => this.#leave(key)).catch(() => {})
    this.#running.use(await listenForFed(this.#ctx, leave))
    // Removes instruments that another source began to feed while the instruments were chosen.
    await this.#leave(null)
    await this.#resume()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#running.disposeAsync()
    await this.#filling
  }

  /** Publishes everything that is due now. Called by the loop, and by tests with their own clock. */
  async beat(): Promise<void> {
    if (this.#stop.signal.aborted) return
    const now = this.#ctx.clock.now()
    const events: MarketEvent[] = []
    for (const trader of this.#traders.values()) trader.trade(now, events)
    await this.publisher.publish(events)
    await this.publisher.sweep(now)
  }

  async #resume(): Promise<void> {
    const profiles = [...this.#instruments.values()].map(({ profile }) => profile)
    const states = await publishedStates(this.#ctx, profiles)
    for (const profile of profiles) {
      const found = states.get(profile.key)
      if (!found) continue
      this.#know(profile, new Hours(profile))
      this.publisher.resumeQuote(found.quote)
      if (found.bar) this.publisher.resumeBar(found.bar)
      this.#traders.set(profile.key, new Trader(profile, found.quote.last, this.#ctx.clock.now()))
      this.#resumed.add(profile.key)
    }
  }

  /**
   * Writes the history of instruments, from the beginning or from the last stored bar. Instruments that continue a
   * published state are left out.
   */
  async fillAll(): Promise<void> {
    await this.#untilDone(() => endStoredSimulations(this.#ctx))
    await this.#leave(null)
    const keys = [...this.#instruments.keys()].filter((key) => !this.#resumed.has(key))
    for (let at = 0; at < keys.length && !this.#stop.signal.aborted; at += perRead) {
      await this.#untilDone(() => this.#prepareAll(keys.slice(at, at + perRead)))
    }
    await this.#untilDone(() => this.#write())
  }

  /** Chooses the instruments. Called by `start`, and by tests that control filling and trading. */
  async load(only: (instrument: Instrument) => boolean): Promise<void> {
    const found: Simulated[] = []
    const fed = await fedInstruments(this.#ctx)
    for await (const page of listInstruments(this.#ctx, { source: 'catalogue' })) {
      for (const instrument of page) {
        const profile =
          only(instrument) && !fed.has(instrument.id) ? profileOf(this.#ctx, instrument, this.#seed) : null
        if (profile) found.push({ instrument, profile })
      }
    }
    found.sort((a, b) => b.profile.tradesPerMinute - a.profile.tradesPerMinute)
    for (const one of found) this.#instruments.set(one.profile.key, one)
  }

  /** Removes an instrument that a source feeds. `key` null: a notification was lost, so every instrument is checked. */
  async #leave(key: string | null): Promise<void> {
    const fed = key === null ? await fedInstruments(this.#ctx) : new Set<number>()
    for (const [name, { instrument }] of [...this.#instruments]) {
      if (name !== key && !fed.has(instrument.id)) continue
      this.#instruments.delete(name)
      this.#left.push(instrument)
      this.#rows = this.#rows.filter(({ instrumentId }) => instrumentId !== instrument.id)
      this.#traders.delete(name)
      this.#traded.delete(name)
      this.publisher.forget(name)
    }
  }

  #untilDone(work: () => Promise<void>): Promise<void> {
    return retrying(this.#ctx, { ...retries, signal: this.#stop.signal }, work)
  }

  async #prepareAll(keys: readonly string[]): Promise<void> {
    const found = keys.flatMap((key) => this.#instruments.get(key)?.instrument ?? [])
    const origins = await lastCloses(
      this.#ctx,
      found.map(({ id }) => id),
    )
    const begun = keys.flatMap((key) => {
      const one = this.#instruments.get(key)
      return one && origins.has(one.instrument.id) ? one : []
    })
    const now = this.#ctx.clock.now()
    const days = await knownDays(this.#ctx, begun, {
      today: ({ profile }) => new Hours(profile).dateOf(now),
      limit: daysRead,
    })
    for (const key of keys) {
      if (this.#stop.signal.aborted) break
      // A source may have begun to feed the instrument while its stored bars were read.
      const one = this.#instruments.get(key)
      if (!one || this.#prepared.has(key)) continue
      const { id } = one.instrument
      await this.#prepare(key, one, origins.get(id) ?? null, days.get(id) ?? null)
      this.#prepared.add(key)
      if (this.#rows.length >= rowsPerWrite) await this.#untilDone(() => this.#write())
      // Yields to the event loop, so that history does not delay requests.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async #prepare(key: string, { instrument, profile }: Simulated, from: Origin, days: KnownDays | null): Promise<void> {
    const now = this.#ctx.clock.now()
    const before = from && days ? this.#figuresOf(instrument, days) : null
    const hours = new Hours(profile)
    const filled = fillHistory(profile, from, hours.dateOf(now), now, before)
    for (const row of filled.bars) this.#rows.push(row)
    this.#know(profile, hours)
    if (filled.figures) this.publisher.begin(key, filled.figures)
    const trader = this.#traders.get(key) ?? new Trader(profile, filled.price, now)
    trader.moveTo(filled.price)
    this.#traders.set(key, trader)
    await this.publisher.announce(key, trader.depth(now), 'simulated')
  }

  #know(profile: Profile, hours: Hours): void {
    this.#traded.set(profile.key, {
      dateOf: (time) => hours.dateOf(time),
      isRegular: () => true,
      tradingStatus: 0,
      bucketEnds: (time) => widerBarsAt(profile.exchange, time),
    })
  }

  /** The figures of the last stored day. An earlier day of which only minutes are stored gets a daily bar. */
  #figuresOf(instrument: Instrument, { stored, fromMinutes }: KnownDays): Figures | null {
    for (const bar of fromMinutes.slice(0, -1)) {
      this.#rows.push({ ...bar, source: 'simulated', instrumentId: instrument.id, interval: '1d' })
    }
    const days = [...stored, ...fromMinutes]
    const exchange = exchangeOf(this.#ctx, instrument)
    const now = this.#ctx.clock.now()
    // The time of a daily bar is 00:00 UTC, which may belong to the previous trading date. Its figures get the time of
    // the day's end instead.
    const ended = (bar: Bar): Bar => ({ ...bar, time: Math.min(barStarting(exchange, '1d', bar.time).end, now) })
    return days.reduce<Figures | null>((figures, bar) => rolled(figures, bar.time, ended(bar)), null)
  }

  async #write(): Promise<void> {
    const rows = this.#rows
    this.#rows = []
    for (let at = 0; at < rows.length; at += rowsPerWrite) {
      try {
        await recordBars(this.#ctx, rows.slice(at, at + rowsPerWrite))
      } catch (error) {
        this.#rows = [...rows.slice(at), ...this.#rows]
        throw error
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    const left = [...this.#left]
    await dropSimulated(this.#ctx, left)
    this.#left.splice(0, left.length)
  }
}
