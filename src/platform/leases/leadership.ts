import type { Gauge } from 'prom-client'
import { pause } from '../loop.ts'
import type { Fence, Platform } from '../platform.ts'
import { keepRenewed } from './keeper.ts'
import { acquireLease, ensureLease, leaseOwner, lifeIn, releaseLease } from './lease.ts'

/** One holding of a lease, from its acquisition to its loss. */
export type Term = {
  fence: Fence
  /** Aborted when the lease is lost, not when it is released. In both cases the work is disposed. */
  signal: AbortSignal
  /** Ends the term, for work that cannot continue, for example because a store refused it. */
  lose(cause: unknown): void
}

/**
 * `lifeMs`: the time after which a silent holder loses its lease. `tryMs`: the time between two attempts to acquire it.
 */
export type Lives = { lifeMs: number; tryMs: number }

export type LeadershipOptions = {
  name: string
  lives?: Lives
}

export const usualLives: Lives = { lifeMs: 2_500, tryMs: 500 }

export function heldGauge({ metrics }: Pick<Platform, 'metrics'>): Gauge {
  return metrics.gauge('tapewire_lease_held', '1 while this process holds the lease.', ['lease'])
}

type Work = (term: Term) => Promise<AsyncDisposable>

/**
 * Runs `work` while this process holds a lease. Of all processes that want the lease, one works and the others wait.
 *
 * A holder that cannot reach the database continues, because no other process can acquire the lease without the
 * database. A holder that was replaced is refused by the stores: its writes carry the fence of its term, and a
 * store knows the highest fence it has seen.
 */
export class Leadership implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #name: string
  readonly #owner: string
  readonly #lives: Lives
  readonly #work: Work
  readonly #stop = new AbortController()
  readonly #begun = Promise.withResolvers<void>()
  #hasBegun = false
  #running: Promise<void> = Promise.resolve()

  private constructor(ctx: Platform, { name, lives = usualLives }: LeadershipOptions, work: Work) {
    this.#ctx = ctx
    this.#name = name
    this.#owner = leaseOwner(ctx)
    this.#lives = { ...lives, lifeMs: lifeIn(ctx, lives.lifeMs) }
    this.#work = work
  }

  /** Resolves when the work has begun or this process did not get the lease. Throws when the work cannot begin. */
  static async open(ctx: Platform, options: LeadershipOptions, work: Work): Promise<Leadership> {
    const leadership = new Leadership(ctx, options, work)
    await ensureLease(ctx.postgres.db, options.name)
    leadership.#count(null)
    leadership.#running = leadership.#run()
    try {
      await leadership.#begun.promise
    } catch (cause) {
      await leadership[Symbol.asyncDispose]()
      throw cause
    }
    return leadership
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      const token = await this.#acquire()
      if (token !== null) await this.#lead(token)
      this.#begin()
      await pause(this.#ctx.clock, this.#lives.tryMs, signal)
    }
  }

  #begin(): void {
    this.#hasBegun = true
    this.#begun.resolve()
  }

  async #acquire(): Promise<number | null> {
    try {
      return await acquireLease(this.#ctx.postgres.db, this.#name, this.#owner, this.#lives.lifeMs)
    } catch (cause) {
      if (!this.#stop.signal.aborted)
        this.#ctx.log.debug('the request for a lease failed', { lease: this.#name, cause })
      return null
    }
  }

  /** Works until the lease is lost or this object is disposed. If the work cannot begin at the start, `open` throws. */
  async #lead(token: number): Promise<void> {
    const { log, postgres } = this.#ctx
    const lease = this.#name
    const ended = new AbortController()
    // The lease is also renewed while the work is being disposed, which may take a while.
    const keeping = keepRenewed(this.#ctx, this.#lives.lifeMs, {
      ...{ name: lease, owner: this.#owner },
      lost: () => ended.abort('another process acquired it'),
    })
    this.#count(token)
    log[this.#hasBegun ? 'info' : 'debug']('a lease was acquired', { lease, fence: token })
    try {
      await this.#workWhileHeld({ lease, token }, ended)
      if (ended.signal.aborted) log.warn('a lease was lost', { lease, fence: token, cause: ended.signal.reason })
    } catch (cause) {
      if (this.#hasBegun) log.error('the work of a lease failed; tried again', { lease, cause })
      else this.#begun.reject(cause)
    }
    await keeping[Symbol.asyncDispose]()
    this.#count(null)
    await releaseLease(postgres.db, lease, this.#owner).catch((cause: unknown) => {
      log.warn('a lease could not be released; it expires by itself', { lease, cause })
    })
  }

  async #workWhileHeld(fence: Fence, ended: AbortController): Promise<void> {
    const lose = (cause: unknown) => ended.abort(cause)
    await using _work = await this.#work({ fence, signal: ended.signal, lose })
    this.#begin()
    await aborted(AbortSignal.any([ended.signal, this.#stop.signal]))
  }

  /** Updates the metrics. `token`: null if another process holds the lease. */
  #count(token: number | null): void {
    const { metrics } = this.#ctx
    const labels = { lease: this.#name }
    heldGauge(this.#ctx).set(labels, token === null ? 0 : 1)
    const fence = metrics.gauge('tapewire_lease_fence', 'The fence of the last holding.', ['lease'])
    const acquired = metrics.counter('tapewire_lease_taken_total', 'Times that this process acquired the lease.', [
      'lease',
    ])
    if (token === null) return
    fence.set(labels, token)
    acquired.inc(labels)
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
