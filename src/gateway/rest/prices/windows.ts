import type { BarInterval } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Bar } from '#src/market/bars/bar.ts'
import { barAt, barStarting, isFinal } from '#src/market/bars/bar-time.ts'
import type { Exchange } from '#src/market/calendar/exchange.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { type BarTail, continueTail, readTail } from '#src/market/history/bar-tail.ts'
import { readBars } from '#src/market/history/history.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Board, boardKeyOf } from '../../board.ts'
import type { Directory } from '../instruments/directory.ts'

/** The newest final bars of an instrument, and the running bar while its market is open. */
export type Latest = {
  bars: readonly Bar[]
  running: Bar | null
  text(count: number): string
  /** Serialised responses by limit, valid until the next trade. */
  answers: Map<number, string>
}

type Window = {
  limit: number
  /** The exchange, with the trading hours by which the bars were built. */
  exchange: Exchange
  loadedAt: number
  version: number
  finals: Bar[]
  texts: Map<number, string>
  tail: BarTail
  /** Minutes from the board since the last store read, and a few earlier minutes. */
  minutes: Map<number, Bar>
  /** Whether the board had no minute of the instrument at the last store read. */
  isBlind: boolean
  computed: Computed | null
}

/** The end of a window, computed from the board. It is valid until the board's bar changes or the running bar ends. */
type Computed = {
  bar: object | null
  until: number
  tail: Bar[]
  running: Bar | null
  answers: Map<number, string>
}

const windowsMax = 800
/** The maximum number of stored bars in memory per window; older bars are read from the store. */
export const windowBarsMax = 1_000
const reloadMs = 10 * minuteMs

/** The number of bars that a window for this limit reads. It has fewer only if the series has. */
const sizeOf = (limit: number): number => (limit <= 500 ? 500 : windowBarsMax)

/**
 * Whether there are, or may be, bars before the newest `count` of a window with `held` finished bars. The last bar that
 * a window reads may be running.
 */
export function hasMore(held: number, count: number, limit: number): boolean {
  return held > count || (held === count && held >= sizeOf(limit) - 1)
}

/**
 * The newest bars of frequently requested series, in memory. A response waits for the store only while a window is
 * read: at the first request, or when the window is too short or outdated. Later minutes come from the board, so a
 * response is never behind the stream.
 */
export class Windows {
  readonly #ctx: Platform
  readonly #board: Board
  readonly #directory: Directory
  readonly #windows = new Map<string, Window>()
  readonly #loading = new Map<string, Promise<Window>>()

  constructor(ctx: Platform, board: Board, directory: Directory) {
    this.#ctx = ctx
    this.#board = board
    this.#directory = directory
  }

  /** Synchronous if the window is in memory. */
  latest(instrument: Instrument, interval: BarInterval, limit: number): Latest | Promise<Latest> {
    const name = `${instrument.id} ${interval}`
    const window = this.#windows.get(name)
    if (!window || !this.#isFresh(window, instrument, limit)) return this.#read(name, instrument, interval, limit)
    return latestOf(window, this.#tail(window, instrument, interval))
  }

  async #read(name: string, instrument: Instrument, interval: BarInterval, limit: number): Promise<Latest> {
    const size = sizeOf(limit)
    const loadingName = `${name} ${size} ${this.#directory.historyVersion}`
    const loading = this.#loading.get(loadingName) ?? this.#load(instrument, interval, size)
    this.#loading.set(loadingName, loading)
    let window: Window
    try {
      window = await loading
    } finally {
      this.#loading.delete(loadingName)
    }
    this.#windows.delete(name)
    this.#windows.set(name, window)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > windowsMax && oldest !== undefined) this.#windows.delete(oldest)
    return latestOf(window, this.#tail(window, instrument, interval))
  }

  #isFresh(window: Window, instrument: Instrument, limit: number): boolean {
    if (limit > window.limit || window.version !== this.#directory.historyVersion) return false
    if (window.exchange !== exchangeOf(this.#ctx, instrument)) return false
    const age = this.#ctx.clock.now() - window.loadedAt
    // A negative age means that the clock was set back.
    if (age < 0 || age > reloadMs) return false
    const first = this.#board.minutes(boardKeyOf(instrument))[0]
    if (window.isBlind && first !== undefined) return false
    return first === undefined || age < minuteMs || first.time <= window.loadedAt
  }

  async #load(instrument: Instrument, interval: BarInterval, limit: number): Promise<Window> {
    const now = this.#ctx.clock.now()
    const version = this.#directory.historyVersion
    const coverage = await this.#directory.coverage(instrument.id)
    const first = this.#board.minutes(boardKeyOf(instrument))[0]?.time
    const exchange = exchangeOf(this.#ctx, instrument)
    const to = first === undefined ? undefined : barAt(exchange, interval, first).start - 1
    const finals = await readBars(this.#ctx, { instrument, interval, to, limit, order: 'newest', coverage })
    const last = finals.at(-1)
    const isRunning = first === undefined && last && !isFinal(exchange, interval, last.time, now)
    return {
      limit,
      exchange,
      loadedAt: now,
      version,
      isBlind: first === undefined,
      tail:
        first === undefined
          ? { bars: isRunning ? finals.splice(-1) : [], liveFrom: Number.POSITIVE_INFINITY }
          : await readTail(this.#ctx, { instrument, interval, coverage, first, now }),
      finals,
      texts: new Map(),
      minutes: new Map(),
      computed: null,
    }
  }

  #tail(window: Window, instrument: Instrument, interval: BarInterval): Computed {
    const now = this.#ctx.clock.now()
    const key = boardKeyOf(instrument)
    const bar = this.#board.bar(key)
    const known = window.computed
    if (known && known.bar === bar && now < known.until) return known
    const exchange = exchangeOf(this.#ctx, instrument)
    if (!window.isBlind) for (const minute of this.#board.minutes(key)) window.minutes.set(minute.time, minute)
    const tail = continueTail(exchange, interval, window.tail, window.minutes.values())
    const last = tail.at(-1)
    const end = last ? barStarting(exchange, interval, last.time).end : Number.POSITIVE_INFINITY
    const isFinal = now >= end || (interval === '1m' && last !== undefined && bar?.time === last.time && bar.final)
    const running = last && !isFinal ? last : null
    const rest = running ? tail.slice(0, -1) : tail
    const computed: Computed = {
      bar,
      until: isFinal ? Number.POSITIVE_INFINITY : end,
      tail: rest,
      running,
      answers: new Map(),
    }
    window.computed = computed
    return computed
  }
}

function latestOf(window: Window, { tail, running, answers }: Computed): Latest {
  return {
    answers,
    get bars() {
      return tail.length === 0 ? window.finals : [...window.finals, ...tail]
    },
    running,
    text(count) {
      const fromTail = Math.min(count, tail.length)
      const fromFinals = Math.min(count - fromTail, window.finals.length)
      let head = window.texts.get(fromFinals)
      if (head === undefined) {
        head = fromFinals === 0 ? '' : window.finals.slice(-fromFinals).map(barText).join(',')
        if (window.texts.size > 8) window.texts.clear()
        window.texts.set(fromFinals, head)
      }
      if (fromTail === 0) return head
      const rest = tail.slice(-fromTail).map(barText).join(',')
      return head === '' ? rest : `${head},${rest}`
    },
  }
}

export function barText(bar: Bar): string {
  return `{"t":${bar.time},"o":${bar.open},"h":${bar.high},"l":${bar.low},"c":${bar.close},"v":${bar.volume},"tu":${bar.turnover}}`
}
