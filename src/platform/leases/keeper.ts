import { pause } from '../loop.ts'
import type { Platform } from '../platform.ts'
import { keepLease, keepLeases, leaseKey } from './lease.ts'

type Held = { name: string; owner: string; lost(): void }

const keepers = new WeakMap<Platform['postgres'], Map<number, Keeper>>()

/**
 * Renews a lease until it is disposed. All leases of a process with the same lifetime share one statement, so an idle
 * process sends few statements. A locked or lost lease, which the shared statement does not extend, gets a separate
 * statement.
 */
export function keepRenewed(ctx: Platform, lifeMs: number, held: Held): AsyncDisposable {
  const byLife = keepers.get(ctx.postgres) ?? new Map<number, Keeper>()
  keepers.set(ctx.postgres, byLife)
  const keeper = byLife.get(lifeMs) ?? new Keeper(ctx, lifeMs)
  byLife.set(lifeMs, keeper)
  keeper.add(held)
  return { [Symbol.asyncDispose]: () => keeper.remove(held) }
}

class Keeper {
  readonly #ctx: Platform
  readonly #lifeMs: number
  readonly #held = new Set<Held>()
  /** Running statements for single leases. */
  readonly #alone = new Map<Held, Promise<void>>()
  #stop = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(ctx: Platform, lifeMs: number) {
    this.#ctx = ctx
    this.#lifeMs = lifeMs
  }

  add(held: Held): void {
    this.#held.add(held)
    if (this.#held.size > 1) return
    this.#stop = new AbortController()
    this.#running = this.#run(this.#stop.signal)
  }

  /** Waits for the lease's own statement, and for the shared statement if this was the last lease. */
  async remove(held: Held): Promise<void> {
    this.#held.delete(held)
    await this.#alone.get(held)
    if (this.#held.size > 0) return
    this.#stop.abort()
    await this.#running
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (;;) {
      await pause(this.#ctx.clock, this.#lifeMs / 3, signal)
      if (signal.aborted) return
      await this.#renew([...this.#held])
    }
  }

  async #renew(all: readonly Held[]): Promise<void> {
    const { postgres, log } = this.#ctx
    try {
      const kept = await keepLeases(postgres.db, all, this.#lifeMs)
      for (const held of all) {
        if (!this.#held.has(held) || kept.has(leaseKey(held)) || this.#alone.has(held)) continue
        this.#alone.set(
          held,
          this.#renewAlone(held).finally(() => this.#alone.delete(held)),
        )
      }
    } catch (cause) {
      log.debug('leases could not be renewed', { leases: all.map(({ name }) => name).join(', '), cause })
    }
  }

  async #renewAlone(held: Held): Promise<void> {
    const { postgres, log } = this.#ctx
    try {
      const isHeld = await keepLease(postgres.db, held.name, held.owner, this.#lifeMs)
      if (!isHeld && this.#held.has(held)) held.lost()
    } catch (cause) {
      log.debug('a lease could not be renewed', { lease: held.name, cause })
    }
  }
}
