import type { Counter } from 'prom-client'
import type { MarketEvent, QuoteEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { listenForHistory } from '#src/market/bars/bars.ts'
import { readBars } from '#src/market/history/history.ts'
import { type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import { channelFor, marketTape, tapeChannels } from '#src/market/tape.ts'
import { readTicks } from '#src/market/ticks/ticks.ts'
import type { Term } from '#src/platform/leases/leadership.ts'
import { every } from '#src/platform/loop.ts'
import type { Fence, Platform, TapeEntry, TapeOffset, TapeRecord } from '#src/platform/platform.ts'
import { type Figures, rolled } from '../../publish/day-figures.ts'
import { newestStates } from '../../publish/newest-states.ts'
import { Publisher } from '../../publish/publisher.ts'
import { type PushedBatch, pushChannel } from '../../publish/pushed.ts'
import { Feeds } from './feeds.ts'
import { type Chosen, emptyBook, Precedence } from './precedence.ts'

const beats = { everyMs: 250, failed: 'pushed bars could not be finished' }
const markName = 'pushed'
const daysBack = 3
const ticksMax = 100_000

/**
 * Publishes pushed events, in one process at a time: reads `pushChannel`, chooses the source of each instrument, and
 * passes the chosen events to the publisher. Each append has the offset that was read, so that the next process
 * continues exactly at this offset.
 */
export class PushedSource implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #publisher: Publisher
  readonly #precedence: Precedence
  readonly #feeds: Feeds
  readonly #followed: Pick<ReadonlySet<string>, 'has'>
  readonly #stop = new AbortController()
  readonly #marks = new Map<string, TapeOffset>()
  readonly #heard = new Map<string, number>()
  /** Instruments whose restored quote is of an earlier trading date. */
  readonly #outdated = new Set<string>()
  readonly #gaps: Counter
  readonly #switches: Counter
  readonly #refused: Counter
  #offset: TapeOffset | null = null
  #turn: Promise<void> = Promise.resolve()
  #reading: Promise<void> = Promise.resolve()
  #beats: AsyncDisposable | null = null
  #history: AsyncDisposable | null = null
  /** Instruments whose newest quote has another trading status than the instrument. */
  readonly #toAnnounce = new Set<string>()

  private constructor(ctx: Platform, term: Term | null, feeds: Feeds, followed: Pick<ReadonlySet<string>, 'has'>) {
    this.#ctx = ctx
    this.#followed = followed
    this.#feeds = feeds
    this.#precedence = new Precedence((key) => feeds.orderOf(key))
    this.#publisher = new Publisher(
      ctx,
      (key) => feeds.traded(key),
      term,
      (channel, records, fence) => this.#append(channel, records, fence),
    )
    term?.signal.addEventListener('abort', () => this.#stop.abort())
    this.#gaps = ctx.metrics.counter('tapewire_ingest_gaps_total', 'Pushed events lost before their publication.')
    const refused = 'Pushed messages that were refused, by reason.'
    this.#refused = ctx.metrics.counter('tapewire_ingest_refused_total', refused, ['source', 'reason'])
    const switches = 'Times that another source was chosen for an instrument.'
    this.#switches = ctx.metrics.counter('tapewire_source_switches_total', switches, ['source'])
    const age = 'Since the last sign of life of a source that pushes.'
    ctx.metrics.gauge('tapewire_source_age_seconds', age, ['source'], (gauge) => {
      for (const [source, at] of this.#heard) gauge.set({ source }, Math.max(0, ctx.clock.now() - at) / 1_000)
    })
  }

  /** `followed`: instruments of exchanges. Events that other sources send for them are skipped. */
  static async open(
    ctx: Platform,
    term: Term | null = null,
    followed: Pick<ReadonlySet<string>, 'has'> = new Set(),
  ): Promise<PushedSource> {
    const source = new PushedSource(ctx, term, await Feeds.open(ctx), followed)
    await source.#restore()
    source.#history = await listenForHistory(ctx, (key) => key !== null && source.#complete(key))
    source.#reading = source.#read().catch((cause: unknown) => {
      if (source.#stop.signal.aborted) return
      ctx.log.error('pushed events could not be published', { cause })
      term?.lose(cause)
    })
    source.#beats = every(ctx, beats, async () => {
      try {
        await source.beat()
      } catch (cause) {
        // The next holder of the lease continues from the tape, so that nothing of this beat is missing.
        term?.lose(cause)
        throw cause
      }
    })
    return source
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#beats?.[Symbol.asyncDispose]()
    await this.#history?.[Symbol.asyncDispose]()
    await this.#reading
    await this.#turn
    await this.#feeds[Symbol.asyncDispose]()
  }

  /** Finishes minutes, and replaces silent sources. Called by the loop, and by tests with their own clock. */
  beat(): Promise<void> {
    return this.#inTurn(async () => {
      const now = this.#ctx.clock.now()
      for (const chosen of this.#precedence.checkSilence(now)) await this.#publish([chosen])
      await this.#publisher.sweep(now)
      await this.#announceChanges()
    })
  }

  async #restore(): Promise<void> {
    const tape = marketTape(this.#ctx)
    for (const channel of tapeChannels(this.#ctx)) {
      this.#marks.set(channel, await tape.markOf(channel, markName))
      const states = await newestStates(this.#ctx, channel)
      await this.#resume(states.filter(({ source }) => source !== 'simulated'))
    }
  }

  async #resume(events: readonly MarketEvent[]): Promise<void> {
    await this.#feeds.know([...new Set(events.map(({ key }) => key))])
    for (const [key, states] of Map.groupBy(events, (event) => event.key)) {
      const change = states.find((event) => event.type === 'switch')
      const newest = new Map(states.map((event) => [event.type, event.time]))
      if (change) this.#precedence.resume(key, change.name, newest)
      for (const event of states) {
        if (event.type === 'bar') this.#publisher.resumeBar(event)
        if (event.type === 'quote') await this.#resumeQuote(event)
      }
    }
  }

  async #resumeQuote(quote: QuoteEvent): Promise<void> {
    const { key, time } = quote
    const traded = this.#feeds.traded(key)
    const instrument = this.#feeds.instrument(key)
    if (!traded || !instrument) return
    const date = traded.dateOf(time)
    if (date !== traded.dateOf(this.#ctx.clock.now())) this.#outdated.add(key)
    if (traded.tradingStatus !== quote.tradingStatus) this.#toAnnounce.add(key)
    // The quote has the last price, which is not the close after the session.
    const stored = traded.isRegular(time) ? null : await this.#figuresOf(instrument)
    this.#publisher.resumeQuote(quote, undefined, stored?.date === date ? stored.last : null)
  }

  async #read(): Promise<void> {
    const tape = this.#ctx.tape
    for await (const batch of tape.follow(pushChannel, 'oldest', this.#stop.signal)) {
      if (batch.kind === 'gap') {
        this.#gaps.inc()
        this.#ctx.log.warn('pushed events were lost before their publication', { from: batch.from, to: batch.to })
        continue
      }
      for (const entry of batch.entries) {
        await this.#inTurn(() => this.#receive(entry as TapeEntry<PushedBatch>))
        if (this.#stop.signal.aborted) return
        await tape.trim(pushChannel, entry.offset)
      }
    }
  }

  async #receive({ event: { source, events }, offset, at }: TapeEntry<PushedBatch>): Promise<void> {
    this.#heard.set(source, at)
    this.#precedence.heard(source, at)
    if (events.length === 0) return
    const fresh = events.filter(({ key }) => !isPast(this.#marks.get(channelFor(this.#ctx, key)), offset))
    const allowed = fresh.filter(({ key, source: from }) => from === 'exchange' || !this.#followed.has(key))
    if (allowed.length < fresh.length) this.#refused.inc({ source, reason: 'followed' }, fresh.length - allowed.length)
    const byKey = Map.groupBy(allowed, ({ key }) => key)
    const { begun, ended } = await this.#feeds.fed([...byKey.keys()], source)
    for (const instrument of begun) await this.#begin(instrument)
    const chosen: Chosen[] = []
    for (const [key, ones] of byKey) {
      const one = this.#precedence.choose(source, key, ones, at)
      chosen.push(ended.has(key) ? { ...one, events: [emptyBook(key, at), ...one.events] } : one)
    }
    this.#offset = offset
    try {
      await this.#publish(chosen)
    } finally {
      this.#offset = null
    }
  }

  /** Loads the figures of the session and the trades of the running minute from history. */
  async #begin(instrument: Instrument): Promise<void> {
    const key = keyOf(instrument)
    if (this.#publisher.hasBegun(key) && !this.#outdated.delete(key)) return
    const to = this.#ctx.clock.now()
    const figures = await this.#figuresOf(instrument)
    if (figures) this.#publisher.begin(key, figures)
    const ticks = await readTicks(this.#ctx, instrument.id, { from: to - (to % minuteMs), to, limit: ticksMax })
    const published = ticks.filter(({ source }) => source !== 'simulated')
    this.#publisher.prime(published.map((tick) => ({ ...tick, type: 'tick', key, session: 0 })))
  }

  async #figuresOf(instrument: Instrument): Promise<Figures | null> {
    const to = this.#ctx.clock.now()
    const days = await readBars(this.#ctx, { instrument, interval: '1d', to, limit: daysBack, order: 'newest' })
    const known = days.filter(({ source }) => source !== 'simulated')
    return known.reduce<Figures | null>((before, day) => rolled(before, day.time, day), null)
  }

  /** Adds new bars of history to the day's figures. */
  async #complete(key: string): Promise<void> {
    const instrument = this.#feeds.instrument(key)
    if (!instrument || !this.#publisher.hasBegun(key)) return
    try {
      const figures = await this.#figuresOf(instrument)
      if (figures) this.#publisher.complete(key, figures)
    } catch (cause) {
      this.#ctx.log.warn('the figures of a day could not be completed', { instrument: key, cause })
    }
  }

  /** Publishes the quotes of instruments that were suspended, delisted or listed again. */
  async #announceChanges(): Promise<void> {
    for (const key of this.#feeds.takeChanged()) this.#toAnnounce.add(key)
    for (const key of this.#toAnnounce) {
      await this.#publisher.announce(key, null)
      this.#toAnnounce.delete(key)
    }
  }

  async #publish(chosen: readonly Chosen[]): Promise<void> {
    const changes: MarketEvent[] = []
    const events: MarketEvent[] = []
    for (const { change, events: ones } of chosen) {
      if (change) {
        const { key, name, before, at } = change
        this.#switches.inc({ source: name })
        this.#ctx.log.info('another source is used for an instrument', { instrument: key, source: name, before })
        changes.push({ type: 'switch', key, time: at, name, before, source: 'push' })
      }
      for (const event of ones) events.push(event)
    }
    if (changes.length + events.length > 0) await this.#publisher.publishEvents(changes, events)
    for (const { change } of chosen) if (change) await this.#feeds.changed(change)
  }

  async #append(channel: string, records: readonly TapeRecord[], fence: Fence | undefined): Promise<void> {
    const { tape } = this.#ctx
    if (this.#offset === null) return tape.append(channel, records, fence)
    const mark = { name: markName, before: this.#marks.get(channel) ?? '', after: this.#offset }
    await tape.appendMarked(channel, records, mark, fence)
    this.#marks.set(channel, mark.after)
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const working = this.#turn.then(work)
    // The caller gets the failure. The next task runs nevertheless.
    this.#turn = working.catch(() => undefined)
    return working
  }
}

/** Whether the event at `offset` was published already, according to the mark of its channel. */
function isPast(mark: TapeOffset | undefined, offset: TapeOffset): boolean {
  if (!mark) return false
  const [epoch, sequence] = mark.split('-').map(Number)
  const [offsetEpoch, offsetSequence] = offset.split('-').map(Number)
  return epoch === offsetEpoch && (sequence ?? 0) >= (offsetSequence ?? 0)
}
