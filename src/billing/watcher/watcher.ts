import { dayMs, minuteMs } from '#src/contract/time.ts'
import { storeFailure } from '#src/platform/engines/store-failure.ts'
import { Fenced } from '#src/platform/leases/fenced.ts'
import { keepRenewed } from '#src/platform/leases/keeper.ts'
import { heldGauge } from '#src/platform/leases/leadership.ts'
import { lifeIn, releaseLease } from '#src/platform/leases/lease.ts'
import { Bell } from '#src/platform/loop.ts'
import { RpcFault } from '../chains/rpc-fault.ts'
import { addCalls, leaseOf } from '../networks/network-store.ts'
import { listenForOrderChanges } from '../order/order-changes.ts'
import { expectsTransfers } from '../order/order-store.ts'
import type { Watch } from './network/watch.ts'
import { runScan } from './run-scan.ts'
import { ScanAbandoned } from './scan/scan-transfers.ts'
import { leaseMs, type TickOutcome } from './tick.ts'

/** The longest pause after a node fault or an expensive scan, so that a network works again soon after a fault ends. */
const pauseMsMax = 30_000
/**
 * The longest pause after a fault of a store, since after such a fault it is unknown whether the lease still has a
 * holder.
 */
const storePauseMsMax = leaseMs / 3
/**
 * After an order changed, the network is polled at the pace of an open order for the time of this many polls, because
 * the order may have just expired or been paid.
 */
const fastScans = 4

type Outcome = TickOutcome | 'fault' | 'node_fault'

/** Watches one network until disposed: often while an order waits, else rarely; backs off after faults. */
export class Watcher implements AsyncDisposable {
  readonly #watch: Watch
  readonly #abort = new AbortController()
  /** The bell of the current pause. Each pause has a new bell, since a scan already sees all earlier changes. */
  #bell = new Bell()
  #running: Promise<void> | null = null
  readonly #beside = new AsyncDisposableStack()
  #isLeading: boolean | null = null
  /** True after this process held the lease, until a scan finds another holder. */
  #wasHeld = false
  #owedMs = 0
  #fastUntil = 0
  #faults = 0
  #calls: () => number
  #noted = { calls: 0, at: 0 }

  /** `calls` returns the number of calls to the nodes so far, to stay within the daily limit. */
  constructor(watch: Watch, calls: () => number = () => 0) {
    this.#watch = watch
    this.#calls = calls
  }

  async start(): Promise<void> {
    const { ctx, network, owner } = this.#watch
    const ring = () => {
      this.#fastUntil = ctx.clock.elapsed() + fastScans * network.pollOpenMs
      this.#bell.ring()
    }
    this.#beside.use(await listenForOrderChanges(ctx, ring, ring))
    // The lease is renewed between scans, too, so that a process that hung notices at once that another process
    // replaced it.
    const lost = () => {
      if (this.#wasHeld) this.#bell.ring()
    }
    this.#beside.use(keepRenewed(ctx, lifeIn(ctx, leaseMs), { name: leaseOf(network.code), owner, lost }))
    this.#running = this.#run()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort()
    await this.#running
    await this.#beside.disposeAsync()
    const { ctx, network, owner } = this.#watch
    await releaseLease(ctx.postgres.db, leaseOf(network.code), owner).catch((cause: unknown) => {
      ctx.log.warn('a lease could not be released; it expires by itself', { network: network.code, cause })
    })
  }

  async #run(): Promise<void> {
    while (!this.#abort.signal.aborted) {
      const before = this.#calls()
      const outcome = await this.#scan()
      if (outcome !== 'fault' && outcome !== 'node_fault') this.#note(outcome !== 'not_leader')
      if (outcome === 'done' || outcome === 'behind') this.#wasHeld = true
      else if (outcome === 'not_leader') this.#wasHeld = false
      await this.#noteCalls()
      await this.#pause(await this.#delay(outcome, this.#calls() - before))
    }
  }

  #note(isLeading: boolean): void {
    if (isLeading === this.#isLeading) return
    const { ctx, network } = this.#watch
    const lease = leaseOf(network.code)
    ctx.log[this.#isLeading === null ? 'debug' : 'info'](
      isLeading ? 'a lease was acquired' : 'another process holds a lease; this one stands by',
      { lease },
    )
    this.#isLeading = isLeading
    heldGauge(ctx).set({ lease }, isLeading ? 1 : 0)
  }

  /** Saves the number of calls for the console, at most once a minute. */
  async #noteCalls(): Promise<void> {
    const { ctx, network } = this.#watch
    const [calls, now] = [this.#calls(), ctx.clock.now()]
    if (calls === this.#noted.calls || now - this.#noted.at < minuteMs) return
    try {
      await addCalls(ctx.postgres.db, network.code, calls - this.#noted.calls, now)
      this.#noted = { calls, at: now }
    } catch (cause) {
      ctx.log.warn('the calls of a network could not be saved; tried again after the next scan', { cause })
    }
  }

  async #scan(): Promise<Outcome> {
    const { ctx, network } = this.#watch
    try {
      const outcome = await runScan(this.#watch)
      this.#faults = 0
      return outcome
    } catch (cause) {
      if (this.#abort.signal.aborted) return 'fault'
      this.#faults++
      if (cause instanceof Fenced || cause instanceof ScanAbandoned) return 'not_leader'
      // A store or node that is busy for a moment is not an error of this process.
      const isPassing = cause instanceof RpcFault || storeFailure(cause) !== null
      const level = isPassing && this.#faults < 5 ? 'warn' : 'error'
      ctx.log[level]('a scan of the chain failed; nothing was concluded', { network: network.code, cause })
      return cause instanceof RpcFault ? 'node_fault' : 'fault'
    }
  }

  async #delay(outcome: Outcome, calls: number): Promise<number> {
    const { ctx, network } = this.#watch
    const jitter = 0.9 + ctx.random.int(200) / 1_000
    if (outcome === 'behind') return 0
    if (outcome === 'node_fault' || outcome === 'fault') {
      const most = outcome === 'fault' ? storePauseMsMax : pauseMsMax
      return Math.min(most, network.pollOpenMs * 2 ** Math.min(10, this.#faults)) * jitter
    }
    if (outcome === 'not_leader') return Math.min(leaseMs / 3, network.pollIdleMs)
    // While the database fails it is unknown whether an order waits, so the pause is as short as if an order waited.
    const isFast =
      ctx.clock.elapsed() < this.#fastUntil || (await expectsTransfers(ctx.postgres.db, network.code).catch(() => true))
    const poll = isFast ? network.pollOpenMs : network.pollIdleMs
    return Math.max(poll, this.#repay(calls, poll)) * jitter
  }

  /** Spreads the cost of an expensive scan over several longer pauses. */
  #repay(calls: number, pollMs: number): number {
    this.#owedMs += (calls * dayMs) / this.#watch.network.callsPerDay
    const pause = Math.min(pauseMsMax, this.#owedMs)
    this.#owedMs = Math.max(0, this.#owedMs - Math.max(pause, pollMs))
    return pause
  }

  async #pause(ms: number): Promise<void> {
    this.#bell = new Bell()
    await this.#bell.wait(this.#watch.ctx.clock, ms, this.#abort.signal)
  }
}
