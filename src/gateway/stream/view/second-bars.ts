import type { TickEvent } from '#src/contract/market.ts'
import { roundTurnover, roundVolume } from '#src/market/bars/bar.ts'
import type { Platform, TapeEntry } from '#src/platform/platform.ts'
import type { FanOut } from '../delivery/fan-out.ts'
import type { SecondEvent } from '../delivery/frame.ts'

const secondMs = 1_000
const sweepMs = 100
/** The time for which a bar waits for late ticks after its second, ms. */
const lateMs = 400

type Stamp = Pick<TapeEntry, 'seq' | 'at'>
type Second = { readers: number; lane: string; bar: SecondEvent | null; stamp: Stamp; isSent: boolean }

/**
 * The bars of one second to which sockets subscribed, built from ticks. A bar is sent when its second is over, and
 * again after a late tick, unless a tick of a later second has arrived before.
 */
export class SecondBars implements Disposable {
  readonly #ctx: Platform
  readonly #fanOut: FanOut
  readonly #delayMs: number
  readonly #wanted = new Map<string, Second>()
  #sweeper: NodeJS.Timeout | null = null

  constructor(ctx: Platform, fanOut: FanOut, delayMs: number) {
    this.#ctx = ctx
    this.#fanOut = fanOut
    this.#delayMs = delayMs
  }

  [Symbol.dispose](): void {
    if (this.#sweeper) clearInterval(this.#sweeper)
    this.#sweeper = null
  }

  subscribe(key: string): void {
    const known = this.#wanted.get(key)
    if (known) known.readers += 1
    else this.#wanted.set(key, { readers: 1, lane: `${key}:second`, bar: null, stamp: { seq: 0, at: 0 }, isSent: true })
    this.#sweeper ??= setInterval(() => this.#sweep(), sweepMs).unref()
  }

  release(key: string): void {
    const second = this.#wanted.get(key)
    if (!second) return
    second.readers -= 1
    if (second.readers === 0) this.#wanted.delete(key)
    if (this.#wanted.size === 0) this[Symbol.dispose]()
  }

  receive(stamp: Stamp, tick: TickEvent): void {
    const second = this.#wanted.size === 0 ? undefined : this.#wanted.get(tick.key)
    if (!second) return
    const time = tick.time - (tick.time % secondMs)
    if (second.bar && time < second.bar.time) return
    if (second.bar?.time !== time) {
      this.#send(second)
      second.bar = begun(tick, time)
    } else add(second.bar, tick)
    second.stamp = { seq: stamp.seq, at: stamp.at }
    second.isSent = false
  }

  #sweep(): void {
    const over = this.#ctx.clock.now() - this.#delayMs - lateMs - secondMs
    for (const second of this.#wanted.values()) if (second.bar && second.bar.time <= over) this.#send(second)
  }

  #send(second: Second): void {
    if (!second.bar || second.isSent) return
    second.isSent = true
    this.#fanOut.publish(second.lane, second.stamp, { ...second.bar })
  }
}

function begun({ key, price, volume, source }: TickEvent, time: number): SecondEvent {
  const prices = { open: price, high: price, low: price, close: price }
  return {
    type: 'second',
    key,
    time,
    ...prices,
    volume,
    turnover: roundTurnover(price * volume),
    trades: 1,
    final: true,
    source,
  }
}

function add(bar: SecondEvent, { price, volume }: TickEvent): void {
  bar.high = Math.max(bar.high, price)
  bar.low = Math.min(bar.low, price)
  bar.close = price
  bar.volume = roundVolume(bar.volume + volume)
  bar.turnover = roundTurnover(bar.turnover + price * volume)
  bar.trades += 1
}
