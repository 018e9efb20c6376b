import type { Incoming } from '#sdk/typescript/stream-events.ts'

export const families = ['tick', 'quote', 'depth', 'kline', 'control'] as const
export type Family = (typeof families)[number]

/** Missing sequence numbers of a lane. `after`: the last number before the gap, from which a resume continues. */
export type MissingFrames = {
  lane: string
  from: number
  to: number
  after: number | null
  /** The gateway path that returns the missing rows; empty if there is none. */
  rest: string
  state: 'open' | 'asked' | 'resumed' | 'filled' | 'failed'
  /** Number of replayed frames, or of rows that REST returned. */
  count: number
}

/** One line of the list. `frame` is the parsed `raw`; null if `raw` is no message. */
export type Entry = {
  id: number
  at: number
  way: 'in' | 'out' | 'socket'
  family: Family
  type: string
  symbol: string
  seq: number | null
  raw: string
  frame: Incoming | null
  missing: MissingFrames | null
}

type Line = Pick<Entry, 'way' | 'type' | 'raw'> & Partial<Pick<Entry, 'symbol' | 'seq' | 'frame' | 'missing'>>

/** The maximum number of stored lines. Counts include dropped lines. */
export const keptMax = 1_000
const secondsMax = 40

type Second = { frames: number; bytes: number }

/** Sent and received messages, counted since the last `clear`. */
export class FrameLog {
  #entries: Entry[] = []
  #lastId = 0
  #seconds: Second[] = []
  #running: Second = { frames: 0, bytes: 0 }
  counts = noCounts()
  gaps: MissingFrames[] = []

  add({ way, type, raw, symbol = '', seq = null, frame = null, missing = null }: Line, at = Date.now()): void {
    const family = way === 'in' ? familyOf(type) : 'control'
    this.#lastId += 1
    this.counts[family] += 1
    if (missing) this.gaps.push(missing)
    this.#entries.push({ id: this.#lastId, at, way, family, type, symbol, seq, raw, frame, missing })
    if (this.#entries.length > keptMax * 1.2) this.#entries = this.#entries.slice(-keptMax)
  }

  /** Counts one received frame. A frame may add no line, one line or several lines to the list. */
  weigh(bytes: number): void {
    this.#running.frames += 1
    this.#running.bytes += bytes
  }

  /** Call this once a second. */
  nextSecond(): void {
    this.#seconds = [...this.#seconds, this.#running].slice(-secondsMax)
    this.#running = { frames: 0, bytes: 0 }
  }

  /** The number of frames in each recorded second, and the means over the last five seconds. */
  get pace(): { frames: number[]; framesPerSecond: number; bytesPerSecond: number } {
    const recent = this.#seconds.slice(-5)
    const mean = (of: (second: Second) => number) =>
      recent.reduce((sum, second) => sum + of(second), 0) / Math.max(1, recent.length)
    return {
      frames: this.#seconds.map(({ frames }) => frames),
      framesPerSecond: mean(({ frames }) => frames),
      bytesPerSecond: mean(({ bytes }) => bytes),
    }
  }

  get total(): number {
    return families.reduce((sum, family) => sum + this.counts[family], 0)
  }

  newest(family: Family | null, text: string, max: number): Entry[] {
    const wanted = text.trim().toLowerCase()
    const found: Entry[] = []
    for (let at = this.#entries.length - 1; at >= 0 && found.length < max; at--) {
      const entry = this.#entries[at]
      if (!entry || (family !== null && entry.family !== family)) continue
      if (wanted === '' || `${entry.type} ${entry.symbol} ${entry.raw}`.toLowerCase().includes(wanted))
        found.push(entry)
    }
    return found
  }

  /** The stored lines, oldest first, as one JSON document a line. */
  asLines(): string {
    return this.#entries
      .slice(-keptMax)
      .map(({ at, way, type, raw }) => JSON.stringify({ at: new Date(at).toISOString(), way, type, text: raw }))
      .join('\n')
  }

  clear(): void {
    this.#entries = []
    this.counts = noCounts()
    this.gaps = []
  }
}

const noCounts = (): Record<Family, number> => ({ tick: 0, quote: 0, depth: 0, kline: 0, control: 0 })

function familyOf(type: string): Family {
  const [name = ''] = type.split('@')
  return families.find((family) => family === name) ?? 'control'
}
