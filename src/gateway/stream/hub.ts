import { setTimeout as sleep } from 'node:timers/promises'
import type { ErrorName } from '#src/contract/errors.ts'
import { type CloseCode, closeCodes, streamLimits } from '#src/contract/stream-names.ts'
import type { LoopWatch } from '#src/platform/metrics/loop-watch.ts'
import { returnMemory } from '#src/platform/metrics/spare-memory.ts'
import type { Log, Platform } from '#src/platform/platform.ts'
import { hasOtherGateways } from '#src/platform/settings.ts'
import type { LiveSocket } from '#src/usage/sockets.ts'
import { countedAs } from '#src/usage/usage.ts'
import type { StreamAccess, StreamKey } from './access/access.ts'
import { KeyQuota } from './access/key-quota.ts'
import { requestProbe } from './access/probe-requests.ts'
import { AdmittedLists } from './client/admitted-lists.ts'
import type { StreamClient } from './client/client.ts'
import type { StreamHost } from './client/host.ts'
import { WrittenSymbols } from './client/written-symbols.ts'
import { Crowd } from './crowd.ts'
import { Assembly } from './delivery/assembly.ts'
import { FlushQueue } from './delivery/flush-queue.ts'
import { Outbox, type OutboxBudget, type OutboxOptions, type OutboxShared, outboxBudget } from './delivery/outbox.ts'
import { WriteTable } from './delivery/write-table.ts'
import { LastTimes } from './view/last-times.ts'
import { TapeView } from './view/tape-view.ts'

const probeMs = 15_000
const recheckMs = 30_000
const lingerMs = 2_000
/**
 * The time that the sockets of a key have to respond to a probe before the newest socket is refused, ms. Other
 * processes also need this time to receive the probe request.
 */
const proofMs = 700
const settleMs = 100
/** The number of connections that any client may use. Further connections are reserved for paid plans and REST. */
const openToAllMax = 16_000
const freePlan = 'integrated-free'

/** State shared by all sockets of a process: views of the tape, quotas and timers. */
export class StreamHub implements StreamHost, AsyncDisposable {
  readonly access: StreamAccess
  readonly flush: FlushQueue
  readonly log: Log
  readonly loop: LoopWatch
  readonly live: TapeView
  readonly symbols = new WrittenSymbols()
  readonly lists = new AdmittedLists()
  readonly lastTimes: LastTimes
  readonly #ctx: Platform
  readonly #outboxes: OutboxShared
  readonly #late = new Map<number, Promise<TapeView>>()
  readonly #views: TapeView[]
  readonly #quotas = new Map<string, KeyQuota>()
  readonly #clients = new Set<StreamClient>()
  /** Sockets that have not sent a key, oldest first. */
  readonly #silent = new Set<StreamClient>()
  readonly #openMax: number
  readonly #proofs = new Map<string, Promise<void>>()
  readonly #lingering = new Set<NodeJS.Timeout>()
  readonly #crowd = new Crowd()
  readonly #replaced = new Set<string>()
  #probedAt: number
  #recheckedAt: number

  constructor(ctx: Platform, access: StreamAccess, budget: OutboxBudget = outboxBudget, openMax = openToAllMax) {
    this.#ctx = ctx
    this.#openMax = openMax
    this.access = access
    this.log = ctx.log.with({ part: 'stream' })
    this.loop = ctx.loop
    this.lastTimes = new LastTimes(ctx)
    this.flush = new FlushQueue(streamLimits.batchMs)
    const writeTable = new WriteTable(this.flush)
    this.#outboxes = { writeTable, queue: this.flush, assembly: new Assembly(), budget, now: () => ctx.clock.elapsed() }
    this.live = new TapeView(ctx, this.flush, writeTable, 0)
    this.#views = [this.live]
    this.#probedAt = ctx.clock.elapsed()
    this.#recheckedAt = ctx.clock.elapsed()
  }

  now(): number {
    return this.#ctx.clock.now()
  }

  elapsed(): number {
    return this.#ctx.clock.elapsed()
  }

  newId(): string {
    return this.#ctx.random.uuid()
  }

  openOutbox(options: OutboxOptions): Outbox {
    return new Outbox({ ...options, ...this.#outboxes })
  }

  get sockets(): number {
    return this.#clients.size
  }

  get delivered(): number {
    return this.#views.reduce((sum, { fanOut }) => sum + fanOut.delivered, 0)
  }

  enter(client: StreamClient): void {
    this.#clients.add(client)
    if (client.handshake.secret === null) this.#silent.add(client)
    const [oldest] = this.#silent
    if (this.#clients.size > this.#openMax) oldest?.terminate()
    client.greet()
  }

  left(client: StreamClient): void {
    this.#clients.delete(client)
    this.#silent.delete(client)
  }

  spoke(client: StreamClient): void {
    this.#silent.delete(client)
  }

  isFullFor({ kind, planId }: StreamKey): boolean {
    return this.#clients.size > this.#openMax && (kind !== 'key' || planId === freePlan)
  }

  /** Sockets that belong to an account. Sockets of the demo key have no owner. */
  *ownedSockets(): Iterable<LiveSocket> {
    for (const client of this.#clients) if (client.owned) yield client.owned
  }

  closeForOwner(id: string): void {
    this.each((client) => {
      if (client.id === id) client.end(closeCodes.closedByOwner, 'closed_by_owner')
    })
  }

  async view(delayMs: number): Promise<TapeView> {
    if (delayMs === 0) return this.live
    let view = this.#late.get(delayMs)
    if (!view) {
      view = this.#openView(delayMs)
      this.#late.set(delayMs, view)
      // After a failure the next reader opens the view again.
      view.catch(() => this.#late.delete(delayMs))
    }
    return view
  }

  async #openView(delayMs: number): Promise<TapeView> {
    const view = new TapeView(this.#ctx, this.flush, this.#outboxes.writeTable, delayMs)
    try {
      await view.start()
    } catch (cause) {
      await view[Symbol.asyncDispose]()
      throw cause
    }
    this.#views.push(view)
    return view
  }

  /**
   * Reserves a socket of the key's plan; null if no socket is free. Before a refusal, the key's sockets are probed in
   * all processes, because a dead socket must not block its owner for more than a second.
   */
  async admitSocket(key: StreamKey, address: string, socketId: string): Promise<KeyQuota | null> {
    const id = countedAs(key, address)
    const quota = this.#quotas.get(id) ?? new KeyQuota(id, this.#ctx.holdings)
    this.#quotas.set(id, quota)
    const limit = key.limits.sockets
    if (limit === null || (await quota.acquireSocket(socketId, limit))) return quota
    await this.#proofOf(id)
    if (await quota.acquireSocket(socketId, limit)) return quota
    this.#forgetQuota(quota)
    return null
  }

  /** Makes one probe at a time per quota. Concurrent callers share the promise. */
  #proofOf(quotaId: string): Promise<void> {
    const running = this.#proofs.get(quotaId)
    if (running) return running
    const proof = (async () => {
      if (hasOtherGateways(this.#ctx.settings)) await requestProbe(this.#ctx, quotaId)
      await Promise.all([this.prove(quotaId), runFor(proofMs + settleMs)])
    })().finally(() => this.#proofs.delete(quotaId))
    this.#proofs.set(quotaId, proof)
    return proof
  }

  async prove(quotaId: string): Promise<void> {
    const pinged = [...(this.#quotas.get(quotaId)?.clients ?? [])].map((client) => ({
      client,
      isThere: client.sendPing(),
    }))
    if (pinged.length === 0) return
    await runFor(proofMs)
    for (const { client, isThere } of pinged)
      if (!isThere() && !client.isBehind) client.end(closeCodes.tooManyConnections, 'replaced_by_newer')
  }

  leave(quota: KeyQuota, client: StreamClient): void {
    quota.clients.delete(client)
    quota.releaseSocket(client.id)
    this.#forgetQuota(quota)
  }

  #forgetQuota(quota: KeyQuota): void {
    if (quota.clients.size === 0 && this.#quotas.get(quota.id) === quota) this.#quotas.delete(quota.id)
  }

  leaveLater(terminate: () => void, afterMs = lingerMs): void {
    const timer = setTimeout(() => {
      this.#lingering.delete(timer)
      terminate()
    }, afterMs)
    timer.unref()
    this.#lingering.add(timer)
  }

  sweep(): void {
    const now = this.now()
    const elapsed = this.elapsed()
    for (const client of this.#clients) client.sweep(now)
    if (this.#crowd.hasGone(this.#clients.size, elapsed)) void returnMemory(this.#ctx)
    if (elapsed - this.#probedAt >= probeMs) {
      this.#probedAt = elapsed
      for (const client of this.#clients) client.probe()
    }
    if (elapsed - this.#recheckedAt >= recheckMs) void this.recheck(() => true)
  }

  async recheck(concerns: (key: StreamKey) => boolean): Promise<void> {
    this.#recheckedAt = this.elapsed()
    const concerned = [...this.#clients].filter((client) => client.key && concerns(client.key))
    await Promise.all(
      concerned.map((client) =>
        client.recheck().catch((error: unknown) => this.log.warn('a socket could not be checked again', { error })),
      ),
    )
    for (const quota of this.#quotas.values()) this.#trimSockets(quota)
  }

  /** Applies the socket limit after a change of the plan: the oldest sockets stay, the newest are ended. */
  #trimSockets(quota: KeyQuota): void {
    const [...clients] = quota.clients
    const limit = clients[0]?.key?.limits.sockets ?? null
    if (limit === null) return
    for (const client of clients.slice(limit)) client.end(closeCodes.tooManyConnections, 'max_connections')
  }

  /**
   * Reports replaced history to the sockets that subscribe to it, once for all notifications of a turn of the event
   * loop.
   */
  reportReplaced(key: string): void {
    // The views must process the same notification first.
    if (this.#replaced.size === 0)
      setImmediate(() => {
        for (const client of this.#clients) client.reportReplaced(this.#replaced)
        this.#replaced.clear()
      })
    this.#replaced.add(key)
  }

  endTokens(concerns: (key: StreamKey) => boolean): void {
    this.each((client) => {
      if (client.key?.kind === 'search' && concerns(client.key)) client.end(closeCodes.auth, 'not_signed_in')
    })
  }

  /** Ends up to `most` sockets that are still open. Returns the number of ended sockets. */
  end(code: CloseCode, error: ErrorName, most: number): number {
    let ended = 0
    for (const client of this.#clients) {
      if (ended >= most) break
      if (client.isEnding) continue
      client.end(code, error)
      ended += 1
    }
    return ended
  }

  each(work: (client: StreamClient) => void): void {
    for (const client of [...this.#clients]) work(client)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#lingering) clearTimeout(timer)
    this.flush.flushBatched()
    await this.live[Symbol.asyncDispose]()
    for (const view of this.#late.values()) await (await view)[Symbol.asyncDispose]()
  }
}

const stepMs = 50

/** Waits in steps, so that a process with a blocked event loop still reads pongs that arrived meanwhile. */
async function runFor(ms: number): Promise<void> {
  for (let run = 0; run < ms; run += stepMs) await sleep(stepMs)
}
