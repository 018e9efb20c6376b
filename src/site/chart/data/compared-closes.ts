import type { IndicatorBar } from '#src/contract/indicators/indicator.ts'
import type { BarInterval } from '#src/contract/market.ts'
import type { Adjustment } from '../state/chart-state.ts'
import { pageSize, pauseAfter, retryMs } from './bar-loader.ts'
import type { ChartInstrument, MarketSource } from './market-source.ts'

export type Close = { t: number; c: number }

type Subject = { interval: BarInterval; adjust: Adjustment }
type Wanted = Subject & { ticker: string }

export type ComparedEvents = { changed(): void; failed(ticker: string): void }

/** The compared symbols. A symbol that stays keeps its closes; another interval or adjustment reloads all closes. */
export class ComparedSymbols {
  readonly #source: MarketSource
  readonly #events: ComparedEvents
  #subject: Subject | null = null
  readonly #open = new Map<string, ComparedCloses>()

  constructor(source: MarketSource, events: ComparedEvents) {
    this.#source = source
    this.#events = events
  }

  show(tickers: readonly string[], subject: Subject): void {
    const same = this.#subject?.interval === subject.interval && this.#subject.adjust === subject.adjust
    this.#subject = subject
    for (const [ticker, closes] of this.#open) if (!same || !tickers.includes(ticker)) this.#drop(ticker, closes)
    for (const ticker of tickers) if (!this.#open.has(ticker)) void this.#add({ ticker, ...subject })
    this.#events.changed()
  }

  reach(time: number): void {
    for (const closes of this.#open.values()) void closes.reach(time)
  }

  get loaded(): ReadonlyMap<string, readonly Close[]> {
    const known = [...this.#open].filter(([, { closes }]) => closes.length > 0)
    return new Map(known.map(([ticker, { closes }]) => [ticker, closes]))
  }

  close(): void {
    for (const [ticker, closes] of this.#open) this.#drop(ticker, closes)
  }

  async #add(wanted: Wanted): Promise<void> {
    const closes = new ComparedCloses(this.#source, wanted, this.#events.changed)
    this.#open.set(wanted.ticker, closes)
    try {
      await closes.open()
    } catch (error) {
      const isWanted = () => this.#open.get(wanted.ticker) === closes
      const pause = pauseAfter(error)
      if (pause !== null) setTimeout(() => isWanted() && void this.#add(wanted), pause)
      // The chart shows a message and removes the symbol.
      else if (isWanted()) this.#events.failed(wanted.ticker)
    }
  }

  #drop(ticker: string, closes: ComparedCloses): void {
    closes.close()
    this.#open.delete(ticker)
  }
}

/** The closes of a compared symbol: the newest page, older pages as far back as the chart goes, and live closes. */
class ComparedCloses {
  readonly #source: MarketSource
  readonly #wanted: Wanted
  readonly #changed: () => void
  readonly #abort = new AbortController()
  #instrument: ChartInstrument | null = null
  #closes: readonly Close[] = []
  #more = true
  #reading = false
  #stop: (() => void) | null = null

  constructor(source: MarketSource, wanted: Wanted, changed: () => void) {
    this.#source = source
    this.#wanted = wanted
    this.#changed = changed
  }

  get closes(): readonly Close[] {
    return this.#closes
  }

  async open(): Promise<void> {
    const { ticker, interval } = this.#wanted
    const { signal } = this.#abort
    const instrument = await this.#source.instrument(ticker, signal)
    this.#instrument = instrument
    await this.#read({})
    signal.throwIfAborted()
    this.#stop = this.#source.follow(instrument, interval, {
      bar: (bar) => this.#merge([bar]),
      gap: () => {
        const from = this.#closes.at(-1)?.t ?? 0
        void this.#insist(() => this.#read({ from }))
      },
      replaced: () => void this.#insist(() => this.#read({ afresh: true })),
      state: () => {},
    })
  }

  /** Reads older pages until the closes reach `time`; after a failure, scrolling further back retries. */
  async reach(time: number): Promise<void> {
    if (this.#reading) return
    this.#reading = true
    try {
      for (let first = this.#closes[0]; first && first.t > time && this.#more; first = this.#closes[0])
        await this.#read({ before: first.t })
    } catch {
      return
    } finally {
      this.#reading = false
    }
  }

  close(): void {
    this.#abort.abort()
    this.#stop?.()
  }

  /** Repeats a failed read until it succeeds or `close` is called. The known closes stay meanwhile. */
  async #insist(read: () => Promise<void>): Promise<void> {
    const { signal } = this.#abort
    await read().catch(() => {
      if (!signal.aborted) setTimeout(() => !signal.aborted && void this.#insist(read), retryMs)
    })
  }

  /** `afresh`: the newest page replaces all closes, as it does if the closes since `from` fill a page. */
  async #read({ afresh = false, ...range }: { before?: number; from?: number; afresh?: boolean }): Promise<void> {
    const { interval, adjust } = this.#wanted
    const { signal } = this.#abort
    if (!this.#instrument) return
    const page = await this.#source.bars(this.#instrument, interval, { limit: pageSize, adjust, ...range }, signal)
    signal.throwIfAborted()
    if (range.from !== undefined && page.bars.length >= pageSize) return this.#read({ afresh: true })
    if (afresh) this.#closes = []
    if (range.from === undefined) this.#more = page.more && page.bars.length > 0
    this.#merge(page.bars)
  }

  /** `bars`: oldest first. They replace the loaded closes of their time range. */
  #merge(bars: readonly IndicatorBar[]): void {
    const [first, last] = [bars[0], bars.at(-1)]
    if (!first || !last) return
    const added = bars.map(({ t, c }) => ({ t, c }))
    const older = this.#closes.filter(({ t }) => t < first.t)
    const newer = this.#closes.filter(({ t }) => t > last.t)
    this.#closes = [...older, ...added, ...newer]
    this.#changed()
  }
}
