import { AsyncLocalStorage } from 'node:async_hooks'
import type { Server } from 'node:http'
import type { Counter } from 'prom-client'
import type { Metrics } from './metrics.ts'

type Warnings = { warn(message: string, fields: Record<string, unknown>): void }

/** A request or message under way. Its route may become known only after its beginning. */
type Work = { route: string }

const blockedMsMax = 100

/**
 * Names the request that blocks the event loop for more than 100 ms, by its route.
 *
 * Requests mark each point where they continue: at their start, when their body has arrived, after each store result,
 * and before a page is rendered. A span runs from one mark to the next mark of other work, or to the end of the
 * loop's turn (an immediate, one per turn). A span that is too long belongs to the work that marked its beginning.
 * Alternatives were rejected: a late timer shows that the loop was blocked but not by which request, and hooks on
 * every promise cost too much.
 * A connection carries its `Work` in node's async context, entered once per connection, so a request pays only for
 * one look-up and at most one reading of the clock.
 */
export class LoopWatch {
  readonly #log: Warnings
  readonly #blocks: Counter
  readonly #now: () => number
  readonly #works = new AsyncLocalStorage<Work>()
  #current: Work | null = null
  #last: Work | null = null
  #since = 0

  constructor(log: Warnings, metrics: Metrics, now: () => number = () => performance.now()) {
    this.#log = log
    this.#blocks = metrics.counter(
      'tapewire_event_loop_blocks_total',
      `Requests that held the event loop for more than ${blockedMsMax} ms.`,
      ['route'],
    )
    this.#now = now
  }

  /** The route of the work that continued last; null before any work. */
  get last(): string | null {
    return this.#last?.route ?? null
  }

  /** Tracks the requests of a server, beginning with its next connection. */
  follow(server: Server): void {
    server.prependListener('connection', () => this.#works.enterWith({ route: 'other' }))
  }

  /** Runs work that belongs to no HTTP request, such as a message of a socket. */
  run<T>(route: string, work: () => T): T {
    return this.#works.run({ route }, () => {
      this.mark()
      return work()
    })
  }

  /** Returns a function that returns the route of the connection's current or last request. */
  routeUnderWay(): () => string {
    const work = this.#works.getStore()
    return () => work?.route ?? 'other'
  }

  /** Sets the route of the current request: a pattern of the contract, never a path that a client wrote. */
  name(route: string): void {
    const work = this.#works.getStore()
    if (!work) return
    work.route = route
    this.#resume(work)
  }

  /** Marks that the current work continues after a wait. */
  readonly mark = (): void => {
    const work = this.#works.getStore()
    if (work) this.#resume(work)
  }

  #resume(work: Work): void {
    if (work === this.#current) return
    const now = this.#now()
    if (this.#current) this.#judge(this.#current, now)
    else setImmediate(this.#endTurn)
    this.#current = work
    this.#last = work
    this.#since = now
  }

  readonly #endTurn = (): void => {
    if (this.#current) this.#judge(this.#current, this.#now())
    this.#current = null
  }

  #judge({ route }: Work, now: number): void {
    const ms = Math.round(now - this.#since)
    if (ms <= blockedMsMax) return
    this.#log.warn('a request held the event loop', { route, ms })
    this.#blocks.inc({ route })
  }
}
