import type { Interval } from '#src/contract/market.ts'
import type { Bar } from '#src/market/bar.ts'
import { type Exchange, exchangeOf } from '#src/market/exchange.ts'
import { bucketStart, isFromImport, merge, readBars } from '#src/market/history.ts'
import { type Instrument, keyOf } from '#src/market/instrument.ts'
import { dayMs, intervalMs, isIntraday, monthStart, weekStart } from '#src/market/interval.ts'
import { dayEnd, tradingDate } from '#src/market/session.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Board } from '../board.ts'
import type { Directory } from './directory.ts'

/** The newest bars of an instrument: finished ones, and the running one if the market makes one now. */
export type Latest = {
  bars: readonly Bar[]
  running: Bar | null
  text(count: number): string
  /** Whole answers by limit, kept until the market moves. */
  answers: Map<number, string>
}

type Window = {
  limit: number
  loadedAt: number
  version: number
  /** Finished bars before the tail, oldest first. */
  finals: Bar[]
  texts: Map<number, string>
  /** Minutes or days after the finals, from the store; what the board knows joins them. */
  pieces: Map<number, Bar>
  /** The board knew nothing of the instrument when it was read. */
  isBlind: boolean
  /** An imported interval beside a simulated market: the board has nothing to add. */
  isClosed: boolean
  computed: Computed | null
}

/** The end of a window as it was worked out from these events; good until the running bar ends. */
type Computed = {
  bar: object | null
  quote: object | null
  until: number
  tail: Bar[]
  running: Bar | null
  answers: Map<number, string>
}

const windowsMax = 800
const reloadMs = 10 * 60_000

/**
 * The newest bars of what is asked for often, in memory. A window is read from the store once; what came since is on the
 * board (minutes, and the quote for the day), so that an answer is never behind the stream and never waits for the store.
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

  /** At once where the window is in memory. */
  latest(instrument: Instrument, interval: Interval, limit: number): Latest | Promise<Latest> {
    const name = `${instrument.id} ${interval}`
    const window = this.#windows.get(name)
    if (!window || !this.#isFresh(window, instrument, interval, limit))
      return this.#read(name, instrument, interval, limit)
    return latestOf(window, this.#tail(window, instrument, interval))
  }

  async #read(name: string, instrument: Instrument, interval: Interval, limit: number): Promise<Latest> {
    const size = limit <= 500 ? 500 : 1_000
    const loading = this.#loading.get(`${name} ${size}`) ?? this.#load(instrument, interval, size)
    this.#loading.set(`${name} ${size}`, loading)
    let window: Window
    try {
      window = await loading
    } finally {
      this.#loading.delete(`${name} ${size}`)
    }
    this.#windows.delete(name)
    this.#windows.set(name, window)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > windowsMax && oldest !== undefined) this.#windows.delete(oldest)
    return latestOf(window, this.#tail(window, instrument, interval))
  }

  #isFresh(window: Window, instrument: Instrument, interval: Interval, limit: number): boolean {
    if (limit > window.limit || window.version !== this.#directory.historyVersion) return false
    const age = this.#ctx.clock.now() - window.loadedAt
    if (age > reloadMs) return false
    if (window.isClosed) return true
    const key = keyOf(instrument)
    const first = this.#board.minutes(key)[0]
    if (window.isBlind && (isIntraday(interval) ? first !== undefined : this.#board.quote(key) !== null)) return false
    return first === undefined || age < 60_000 || first.time <= window.loadedAt
  }

  async #load(instrument: Instrument, interval: Interval, limit: number): Promise<Window> {
    const now = this.#ctx.clock.now()
    const coverage = await this.#directory.coverage(instrument.id)
    const isClosed = isFromImport(interval, coverage) && this.#isSimulated(instrument)
    const tailStart = isClosed ? null : this.#tailStart(instrument, interval)
    const read = (fine: Interval, from: number | undefined, to: number | undefined, count: number) =>
      readBars(this.#ctx, { instrument, interval: fine, from, to, limit: count, order: 'newest', coverage })
    const finals = await read(interval, undefined, tailStart === null ? undefined : tailStart - 1, limit)
    const last = finals.at(-1)
    const isRunning =
      !isClosed && tailStart === null && last !== undefined && now < endOf(exchangeOf(instrument), interval, last.time)
    const pieces = isRunning
      ? finals.splice(-1)
      : tailStart === null
        ? []
        : await read(isIntraday(interval) ? '1m' : '1d', tailStart, undefined, 500)
    return {
      limit,
      loadedAt: now,
      version: this.#directory.historyVersion,
      finals,
      texts: new Map(),
      isBlind: tailStart === null,
      isClosed,
      pieces: new Map(pieces.map((bar) => [bar.time, bar])),
      computed: null,
    }
  }

  #isSimulated(instrument: Instrument): boolean {
    const key = keyOf(instrument)
    return (this.#board.quote(key) ?? this.#board.bar(key))?.source === 'simulated'
  }

  /** Where the bars begin that the board may still change; null when it knows nothing of the instrument. */
  #tailStart(instrument: Instrument, interval: Interval): number | null {
    const key = keyOf(instrument)
    const exchange = exchangeOf(instrument)
    if (isIntraday(interval)) {
      const first = this.#board.minutes(key)[0]
      return first === undefined ? null : bucketStart(exchange, interval, first.time)
    }
    const quote = this.#board.quote(key)
    if (!quote) return null
    const date = tradingDate(exchange, quote.time)
    return interval === '1d' ? date : interval === '1w' ? weekStart(date) : monthStart(date)
  }

  #tail(window: Window, instrument: Instrument, interval: Interval): Computed {
    const now = this.#ctx.clock.now()
    const key = keyOf(instrument)
    const bar = this.#board.bar(key)
    const quote = this.#board.quote(key)
    const known = window.computed
    if (known && known.bar === bar && known.quote === quote && now < known.until) return known
    const exchange = exchangeOf(instrument)
    if (!window.isBlind && isIntraday(interval))
      for (const minute of this.#board.minutes(key)) window.pieces.set(minute.time, minute)
    if (!window.isBlind && !isIntraday(interval) && quote) {
      const time = tradingDate(exchange, quote.time)
      const { open, high, low, last: close, volume, turnover, source } = quote
      window.pieces.set(time, { time, open, high, low, close, volume, turnover, source })
    }
    const tail = group(exchange, interval, window.pieces.values())
    const last = tail.at(-1)
    const end = last ? endOf(exchange, interval, last.time) : Number.POSITIVE_INFINITY
    const isFinal = now >= end || (interval === '1m' && last !== undefined && bar?.time === last.time && bar.final)
    const running = last && !isFinal ? last : null
    const rest = running ? tail.slice(0, -1) : tail
    const computed: Computed = {
      bar,
      quote,
      until: isFinal ? Number.POSITIVE_INFINITY : end,
      tail: rest,
      running,
      answers: new Map(),
    }
    window.computed = computed
    return computed
  }
}

/** The bars of an interval out of its minutes or days. */
function group(exchange: Exchange, interval: Interval, pieces: Iterable<Bar>): Bar[] {
  const start = (time: number) =>
    isIntraday(interval)
      ? bucketStart(exchange, interval, time)
      : interval === '1d'
        ? time
        : interval === '1w'
          ? weekStart(time)
          : monthStart(time)
  const groups = new Map<number, Bar[]>()
  for (const piece of [...pieces].sort((a, b) => a.time - b.time)) {
    const at = start(piece.time)
    const members = groups.get(at)
    if (members) members.push(piece)
    else groups.set(at, [piece])
  }
  return [...groups].map(([time, bars]) => merge(time, bars))
}

/** When a bar can change no more. */
function endOf(exchange: Exchange, interval: Interval, time: number): number {
  if (isIntraday(interval)) return time + intervalMs[interval]
  if (interval === '1d') return dayEnd(exchange, time)
  return interval === '1w' ? time + 7 * dayMs : monthStart(time + 32 * dayMs)
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

/** A bar as the wire writes it. */
export function barText(bar: Bar): string {
  return `{"t":${bar.time},"o":${bar.open},"h":${bar.high},"l":${bar.low},"c":${bar.close},"v":${bar.volume},"tu":${bar.turnover}}`
}
