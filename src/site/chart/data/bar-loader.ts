import type { DataLoader, KLineData } from 'klinecharts'
import { ApiError } from '#sdk/typescript/error.ts'
import type { IndicatorBar } from '#src/contract/indicators/indicator.ts'
import type { BarInterval } from '#src/contract/market.ts'
import type { Adjustment } from '../state/chart-state.ts'
import { type Anchor, BalanceAnchor } from './balance-anchor.ts'
import type { BarPage, ChartInstrument, LinkState, MarketSource } from './market-source.ts'

/** A bar with the long field names of KLineCharts and the short field names of the indicators, to avoid conversions. */
export type ChartBar = KLineData & IndicatorBar & { volume: number }

export function toChartBar(bar: IndicatorBar): ChartBar {
  const { t, o, h, l, c, v } = bar
  return { t, o, h, l, c, v, timestamp: t, open: o, high: h, low: l, close: c, volume: v }
}

export type LoaderEvents = {
  loading(on: boolean): void
  loaded(page: BarPage): void
  reached(oldest: number): void
  moved(): void
  failed(error: unknown, at: 'first' | 'older' | 'live'): void
  link(state: LinkState): void
}

export const pageSize = 1_000
/** Pause after a failed read of bars, ms. */
export const retryMs = 5_000
/** A jump to a date loads no further page once this number of bars is loaded. */
const reachMax = 20_000
/** Bars that a wide screen shows at the usual width of a bar. */
const inView = 300

type Subject = { instrument: ChartInstrument; interval: BarInterval; adjust: Adjustment }
type Push = (bar: KLineData) => void

/**
 * Loads bars for KLineCharts: first the newest page, older pages as the reader scrolls back, then live bars. After a
 * lost connection it reads the missed bars; if they fill a page, it loads all bars again. Requests of an earlier
 * subject are aborted.
 */
export class BarLoader {
  readonly #source: MarketSource
  readonly #events: LoaderEvents
  readonly #now: () => number
  readonly #balance: BalanceAnchor
  #subject: Subject | null = null
  #wanted = 0
  #abort = new AbortController()
  #stop: (() => void) | null = null
  #newest = 0
  /** The newest page if it has no bars; null after the first live bar. */
  #emptyPage: BarPage | null = null
  #retryAt = 0
  /** Live bars that wait while a gap is being filled; null without a gap. */
  #waiting: IndicatorBar[] | null = null
  #held = { bars: 0, more: false }
  #isStarting = false
  /** With this many bars before the visible bars, the indicators' values do not depend on the first loaded bar. */
  warmUp = 0
  /** Set by the engine: loads all bars again. */
  startOver: () => void = () => {}
  /** Set by the engine: called when the bars of a first load are on the canvas. */
  filled: () => void = () => {}
  /** The time, ms, back to which a first load tries to go. Null: only as far as the indicators need. */
  #until: number | null = null
  /** Set by the engine: receives the value of cumulative indicators at a loaded bar. */
  anchored: (anchor: Anchor | null) => void = () => {}

  constructor(source: MarketSource, events: LoaderEvents, now: () => number = Date.now) {
    this.#source = source
    this.#events = events
    this.#now = now
    this.#balance = new BalanceAnchor(source, (anchor) => this.anchored(anchor))
  }

  set isCumulative(on: boolean) {
    this.#balance.want(on)
  }

  show(subject: Subject): void {
    this.#subject = subject
    this.#until = null
  }

  /**
   * Extends a running first load back to `time`, ms, or loads all bars again back to `time`. Returns false if no older
   * bars can be loaded.
   */
  reachBack(time: number): boolean {
    this.#until = time
    if (this.#isStarting) return true
    if (!this.#hasOlder) return false
    this.startOver()
    return true
  }

  readonly loader: DataLoader = {
    getBars: ({ type, timestamp, callback }) => {
      if (type === 'init') {
        this.#first(callback)
        return
      }
      if (type === 'forward' && timestamp !== null) {
        void this.#older(timestamp, callback)
        return
      }
      callback([], false)
    },
    subscribeBar: ({ callback }) => this.#follow(callback),
    unsubscribeBar: () => this.#leave(),
  }

  close(): void {
    this.#leave()
    this.#abort.abort()
  }

  /** A change of symbol and a simultaneous change of interval both request bars. Only the last request is made. */
  #first(callback: (bars: KLineData[], more: { forward: boolean }) => void): void {
    this.#wanted += 1
    this.#isStarting = true
    const wanted = this.#wanted
    this.#abort.abort()
    this.#abort = new AbortController()
    const { signal } = this.#abort
    queueMicrotask(async () => {
      const subject = this.#subject
      if (wanted !== this.#wanted || !subject) return
      this.#events.loading(true)
      try {
        const page = await this.#newestBars(subject, signal)
        if (signal.aborted) return
        this.#newest = page.bars.at(-1)?.t ?? 0
        this.#emptyPage = page.bars.length === 0 ? page : null
        this.#retryAt = 0
        this.#events.loaded(page)
        this.#reach(page.bars)
        callback(page.bars.map(toChartBar), { forward: page.more })
        this.filled()
        const [first] = page.bars
        if (first) this.#balance.begin({ ...subject, t: first.t, signal })
      } catch (error) {
        if (signal.aborted) return
        this.#events.failed(error, 'first')
        callback([], { forward: false })
        const pause = quotaPause(error)
        if (pause !== null) setTimeout(() => !signal.aborted && this.startOver(), pause)
      } finally {
        if (!signal.aborted) {
          this.#isStarting = false
          this.#events.loading(false)
        }
      }
    })
  }

  /** The newest page, plus as many older pages as the indicators and the requested time need. */
  async #newestBars({ instrument, interval, adjust }: Subject, signal: AbortSignal): Promise<BarPage> {
    let page = await this.#source.bars(instrument, interval, { limit: pageSize, adjust }, signal)
    for (;;) {
      this.#held = { bars: page.bars.length, more: page.more }
      const [first] = page.bars
      if (!first || signal.aborted || !(this.isShort || this.#isAfterWanted(first.t))) return page
      const wanted = { limit: pageSize, adjust, before: first.t }
      // If older bars cannot be loaded, the chart shows the bars that are loaded.
      const older = await this.#source.bars(instrument, interval, wanted, signal).catch(() => null)
      const fresh = older?.bars.filter(({ t }) => t < first.t) ?? []
      if (!older || fresh.length === 0) {
        this.#held.more = false
        return page
      }
      page = { ...page, bars: [...fresh, ...page.bars], more: older.more }
    }
  }

  /** Whether fewer bars are loaded than the indicators need, although older bars exist. */
  get isShort(): boolean {
    return this.warmUp > 0 && this.#held.more && this.#held.bars < this.warmUp + inView
  }

  /** Whether to load all bars again. A running first load reads more pages by itself. */
  get hasTooFew(): boolean {
    return this.isShort && !this.#isStarting
  }

  #isAfterWanted(oldest: number): boolean {
    return this.#until !== null && oldest > this.#until && this.#hasOlder
  }

  get #hasOlder(): boolean {
    return this.#held.more && this.#held.bars < reachMax
  }

  async #older(before: number, callback: (bars: KLineData[], more: { forward: boolean }) => void): Promise<void> {
    const subject = this.#subject
    const { signal } = this.#abort
    if (!subject || this.#now() < this.#retryAt) {
      queueMicrotask(() => callback([], { forward: true }))
      return
    }
    try {
      const page = await this.#source.bars(
        subject.instrument,
        subject.interval,
        { limit: pageSize, adjust: subject.adjust, before },
        signal,
      )
      if (signal.aborted) return
      const older = page.bars.filter((bar) => bar.t < before)
      this.#reach(older)
      this.#held = { bars: this.#held.bars + older.length, more: page.more }
      // The plan ends between two bars.
      if (page.more && older.length === 0) this.#events.failed(outsidePlan, 'older')
      callback(older.map(toChartBar), { forward: page.more && older.length > 0 })
      const [first] = older
      if (first) this.#balance.reach(first.t)
    } catch (error) {
      if (signal.aborted) return
      this.#retryAt = this.#now() + retryMs
      this.#events.failed(error, 'older')
      callback([], { forward: !isOutsidePlan(error) })
    }
  }

  #reach([first]: readonly IndicatorBar[]): void {
    if (first) this.#events.reached(first.t)
  }

  #follow(push: Push): void {
    this.#leave()
    const subject = this.#subject
    if (!subject) return
    this.#stop = this.#source.follow(subject.instrument, subject.interval, {
      bar: (bar) => (this.#waiting ? this.#wait(bar, this.#waiting) : this.#push(bar, push)),
      gap: () => void this.#fill(subject, push),
      replaced: () => this.startOver(),
      state: (state) => this.#events.link(state),
    })
  }

  #push(bar: IndicatorBar, push: Push): void {
    if (bar.t < this.#newest) return
    this.#newest = bar.t
    push(toChartBar(bar))
    if (this.#emptyPage) this.#events.loaded({ ...this.#emptyPage, bars: [bar] })
    this.#emptyPage = null
    this.#events.moved()
  }

  /**
   * Loads the bars that are missing after a lost connection. Live bars wait meanwhile, because the library adds bars
   * only at the ends of its list.
   */
  async #fill(subject: Subject, push: Push, attempt = 0): Promise<void> {
    this.#waiting ??= []
    const { signal } = this.#abort
    try {
      const wanted = { limit: pageSize, adjust: subject.adjust, from: this.#newest }
      const { bars } = await this.#source.bars(subject.instrument, subject.interval, wanted, signal)
      if (signal.aborted) return
      const waited = this.#waiting ?? []
      this.#waiting = null
      if (bars.length >= pageSize) this.startOver()
      else for (const bar of [...bars, ...waited]) this.#push(bar, push)
    } catch (error) {
      if (signal.aborted) return
      if (attempt === 0) this.#events.failed(error, 'live')
      setTimeout(() => !signal.aborted && void this.#fill(subject, push, attempt + 1), retryMs)
    }
  }

  #wait(bar: IndicatorBar, waiting: IndicatorBar[]): void {
    if (waiting.at(-1)?.t === bar.t) waiting.pop()
    if (waiting.length < pageSize) waiting.push(bar)
  }

  #leave(): void {
    this.#waiting = null
    this.#stop?.()
    this.#stop = null
  }
}

/** Whether the plan excludes the bars. They are then not requested again. */
const outsidePlan = new ApiError('not in the plan', { status: 403, code: 403, error: 'not_in_plan' })

function isOutsidePlan(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403
}

/** The wait in ms if the request quota refused the call; null for other errors. */
/** The pause, ms, before a failed request is repeated; null: repeating it would not help. */
export function pauseAfter(error: unknown): number | null {
  const isBrief = error instanceof ApiError && (error.status === 0 || error.status >= 500)
  return isBrief ? retryMs : quotaPause(error)
}

export function quotaPause(error: unknown): number | null {
  return error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? 60) * 1_000 : null
}
