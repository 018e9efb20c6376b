import { minuteMs } from '#src/contract/time.ts'
import { channelFor, type MarketBatch, marketTape, readChannel } from '#src/market/tape.ts'
import { renewCatalogue } from '#src/plans/editions/follow.ts'
import { Fenced } from '#src/platform/leases/fenced.ts'
import type { Term } from '#src/platform/leases/leadership.ts'
import { every, retrying } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { isAfter, parseOffset } from '#src/platform/tape/offset.ts'
import { liveAlert, type StoredAlert } from '../alert.ts'
import { liveAlertsOf } from '../alert-store.ts'
import { noteFirings } from '../deliver/firings.ts'
import { pauseRefused } from '../plan-check.ts'
import {
  type EvaluatedOffsets,
  forgetOffsets,
  insertFirings,
  noteMissed,
  noteOffsets,
  offsetsOfChannel,
  saveStates,
} from './alert-tape-store.ts'
import { AlertBoard } from './board.ts'
import { seedWatch } from './seed.ts'

const commits = { waitFirst: true, failed: 'evaluated alerts could not be written' }
export const commitMs = 1_000
/** The pause between two tries to read earlier bars when history cannot be read. */
const seedAgainMs = 5_000
const retries = { firstMs: 500, maxMs: 5_000, failed: 'firings of alerts cannot be written now; trying again' }
/**
 * A process that takes over begins to read at least this long before the last evaluated entry, because history may lack
 * the last minutes.
 */
const againMs = 2 * minuteMs
const start: EvaluatedOffsets = { offset: '', at: 0, earlier: '', earlierAt: 0 }

/**
 * Evaluates the alerts on the instruments of one tape channel. Firings, changed alert states and the offset reached
 * are written in one transaction. A successor continues from that offset with those states, so that nothing fires
 * twice and nothing is missed. A gap of the tape gets a row in `alert_gap`.
 *
 *     earlier ──read again, without firing── offset ──new: alerts fire──► newest
 */
export class ChannelEvaluator implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #term: Term | null
  readonly #channel: string
  readonly #everyMs: number
  readonly #board = new AlertBoard()
  readonly #stop = new AbortController()
  readonly #loops = new AsyncDisposableStack()
  #noted = start
  #read = start
  #next: EvaluatedOffsets = start
  #missed: { from: string; to: string }[] = []
  #isLive = false
  #seedFrom = 0
  #writing: Promise<void> = Promise.resolve()
  #running: Promise<void> = Promise.resolve()

  /** `everyMs`: interval at which states without a firing are written. */
  constructor(ctx: Platform, term: Term | null, channel: string, everyMs: number) {
    this.#ctx = ctx
    this.#term = term
    this.#channel = channel
    this.#everyMs = everyMs
    term?.signal.addEventListener('abort', () => this.#stop.abort())
  }

  async start(): Promise<void> {
    const { postgres } = this.#ctx
    const known = await offsetsOfChannel(postgres.db, this.#channel)
    if (known) this.#noted = known
    else await this.#beginNow()
    this.#read = this.#noted
    this.#next = { ...this.#noted }
    await this.reload()
    this.#isLive = this.#noted.earlier === this.#noted.offset
    await this.#seed()
    this.#running = this.#follow().catch((cause: unknown) => {
      if (this.#stop.signal.aborted) return
      this.#ctx.log.error('alerts are no longer evaluated', { channel: this.#channel, cause })
      this.#term?.lose(cause)
    })
    this.#loops.use(every(this.#ctx, { ...commits, everyMs: this.#everyMs }, () => this.commit()))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loops.disposeAsync()
    const { newest } = await this.#ctx.tape.bounds(this.#channel).catch(() => ({ newest: null }))
    if (!this.#stop.signal.aborted) await this.commit().catch(() => {})
    const isComplete = newest === null || this.#noted.offset === newest
    this.#stop.abort()
    await this.#running
    await this.#writing.catch(() => {})
    if (isComplete && !this.#ctx.settings.hasRedisUrl && !this.#term?.signal.aborted)
      await forgetOffsets(this.#ctx.postgres.db, [this.#channel]).catch(() => {})
  }

  /** The tape offset up to which all changes are written. */
  get offset(): string {
    return this.#noted.offset
  }

  get hasAlerts(): boolean {
    return this.#board.hasAlerts
  }

  async reload(): Promise<void> {
    const { class: assetClass } = readChannel(this.#channel)
    const alerts = await liveAlertsOf(this.#ctx.postgres.db, assetClass)
    const here = alerts.filter(({ key }) => this.#has(key))
    const ids = new Set(here.map(({ id }) => id))
    for (const id of [...this.#board.ids]) if (!ids.has(id)) this.#board.remove(id)
    for (const alert of here) this.#board.put(liveAlert(alert), this.#isLive)
  }

  /** Call it for each created or changed alert. The alert's instrument may belong to another channel now. */
  put(alert: StoredAlert): void {
    if (this.#has(alert.key)) this.#board.put(liveAlert(alert), this.#isLive)
    else this.#board.remove(alert.id)
  }

  remove(id: string): void {
    this.#board.remove(id)
  }

  #has(key: string): boolean {
    return channelFor(this.#ctx, key) === this.#channel
  }

  /** Starts a channel that was never evaluated. Entries before this moment do not fire alerts. */
  async #beginNow(): Promise<void> {
    const { newest } = await this.#ctx.tape.bounds(this.#channel)
    const at = this.#ctx.clock.now()
    this.#noted = { offset: newest ?? '', at, earlier: newest ?? '', earlierAt: at }
    const { fence = null } = this.#term ?? {}
    await this.#ctx.postgres.transaction((tx) => noteOffsets(tx, fence, this.#channel, this.#noted))
  }

  async #follow(): Promise<void> {
    const from = this.#noted.earlier || 'oldest'
    for await (const batch of marketTape(this.#ctx).follow(this.#channel, from, this.#stop.signal)) {
      if (this.#board.needsHistory.size > 0) await this.#seed()
      this.#evaluate(batch)
      if (this.#board.hasFired || this.#missed.length > 0) await this.commit()
    }
  }

  #evaluate(batch: MarketBatch): void {
    if (batch.kind === 'gap') {
      this.#miss(batch)
      return
    }
    for (const entry of batch.entries) {
      if (!this.#isLive && this.#isNew(entry.offset)) this.#goLive()
      this.#board.evaluate(entry, this.#isLive)
    }
    const last = batch.entries.at(-1)
    if (last && this.#isLive) this.#moveTo(last.offset, last.at)
  }

  #miss({ from, to }: { from: string; to: string }): void {
    if (!this.#isLive && to !== '' && !this.#isNew(to)) return
    this.#goLive()
    const after = this.#read.offset || from
    this.#ctx.log.warn('alerts missed events of the tape', { channel: this.#channel, from: after, to })
    this.#missed.push({ from: after, to })
    if (to !== '') this.#moveTo(to, this.#ctx.clock.now())
  }

  #isNew(offset: string): boolean {
    return this.#noted.offset === '' || isAfter(parseOffset(offset), parseOffset(this.#noted.offset))
  }

  #goLive(): void {
    if (this.#isLive) return
    this.#isLive = true
    this.#board.goLive()
  }

  #moveTo(offset: string, at: number): void {
    const { earlier, earlierAt } = this.#read
    const isOld = at - this.#next.at >= againMs
    this.#read = {
      offset,
      at,
      ...(isOld ? { earlier: this.#next.offset, earlierAt: this.#next.at } : { earlier, earlierAt }),
    }
    if (isOld) this.#next = this.#read
  }

  /** Writes the changes since the last call. Only one write runs at a time, and it is repeated until it succeeds. */
  commit(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const { fired, touched } = this.#board.drainChanges()
    const missed = this.#missed
    const to = this.#read
    this.#missed = []
    if (fired.length + touched.length + missed.length === 0 && to.offset === this.#noted.offset) return
    const ids = fired.map(() => this.#ctx.random.uuid())
    const at = this.#ctx.clock.now()
    const work = async () => {
      if (fired.length > 0) await renewCatalogue(this.#ctx)
      await this.#ctx.postgres.transaction(async (tx) => {
        await noteOffsets(tx, this.#term?.fence ?? null, this.#channel, to)
        for (const gap of missed) await noteMissed(tx, this.#channel, { ...gap, at })
        await pauseRefused(
          this.#ctx,
          tx,
          fired.map(({ alert }) => alert),
        )
        await noteFirings(this.#ctx, tx, await insertFirings(tx, fired, ids))
        await saveStates(tx, touched)
      })
    }
    await retrying(this.#ctx, { ...retries, signal: this.#stop.signal }, () =>
      work().catch((cause: unknown) => {
        if (cause instanceof Fenced) this.#term?.lose(cause)
        throw cause
      }),
    )
    this.#noted = to
  }

  /**
   * Reads the earlier bars that `needsHistory` names, between two batches, so that no entry is missed. Until the bars
   * are read, new alerts on indicators are not evaluated, and new alerts on changes know only minutes from the tape.
   */
  async #seed(): Promise<void> {
    const { needsHistory } = this.#board
    if (this.#ctx.clock.now() < this.#seedFrom) return
    for (const key of [...needsHistory]) {
      // The mark is removed before the read, because another alert on the instrument may be added during the read.
      needsHistory.delete(key)
      try {
        await seedWatch(this.#ctx, key, this.#board.watch(key), this.#read.at)
      } catch (cause) {
        needsHistory.add(key)
        this.#seedFrom = this.#ctx.clock.now() + seedAgainMs
        this.#ctx.log.warn('earlier bars for alerts could not be read; tried again', { channel: this.#channel, cause })
        return
      }
    }
  }
}
