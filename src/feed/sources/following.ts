import type { Counter } from 'prom-client'
import type { MarketEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import {
  closeGap,
  followedPositions,
  nameGap,
  noteFollowed,
  noteHeard,
  openGaps,
} from '#src/market/sources/followed.ts'
import type { Term } from '#src/platform/leases/leadership.ts'
import { every, pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { MarkMoved } from '#src/platform/tape/mark-moved.ts'
import { type PushedBatch, pushChannel, untilTapeCapacity } from '../publish/pushed.ts'
import {
  type OpenGap,
  type Position,
  type Source,
  type SourceContext,
  type SourceEvent,
  SourceRefused,
} from './source.ts'

const beatMs = 1_000
const leavingMs = 1_500
const unsavedMax = 10_000
const notes = { everyMs: 1_000, waitFirst: true, failed: 'the positions of a source could not be saved' }

/** Waiting times before a source is opened again, ms. */
export type Waits = { firstMs: number; maxMs: number; refusedMs: number }
const usualWaits: Waits = { firstMs: 500, maxMs: 30_000, refusedMs: minuteMs }

/**
 * Runs one source, opens it again when it ends, and appends its events to the pushed channel. Each append stores the
 * source's position, too.
 */
export class Following implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #source: Source
  readonly #term: Term | null
  readonly #waits: Waits
  readonly #stop = new AbortController()
  /** The source's position for each instrument, as stored on the tape. */
  readonly #marks = new Map<string, string>()
  /** Positions that are not stored yet. They outlive the connection, unlike `#marks`. */
  readonly #changed = new Map<string, string>()
  /** The stored gaps of the connection, by the source's id. */
  #gaps = new Map<number, string>()
  /** Gaps that began or ended and are not stored yet, in order. */
  readonly #unsaved: (() => Promise<void>)[] = []
  #saving: Promise<void> | null = null
  readonly #named: Counter
  readonly #filled: Counter
  readonly #ends: Counter
  #noted: Map<string, string> = new Map()
  #heardAt = Number.NEGATIVE_INFINITY
  #beatAt = Number.NEGATIVE_INFINITY
  #notedAt = Number.NEGATIVE_INFINITY
  #running: Promise<void> = Promise.resolve()
  #notes: AsyncDisposable | null = null

  private constructor(ctx: Platform, source: Source, term: Term | null, waits: Waits) {
    this.#ctx = ctx
    this.#source = source
    this.#term = term
    this.#waits = waits
    term?.signal.addEventListener('abort', () => this.#stop.abort())
    const { metrics } = ctx
    this.#named = metrics.counter('tapewire_source_gaps_total', 'Gaps noticed in what a source sent.', ['source'])
    this.#filled = metrics.counter('tapewire_source_gaps_filled_total', 'Of those, the ones that were filled.', [
      'source',
    ])
    this.#ends = metrics.counter('tapewire_source_ends_total', 'Connections to a source that ended.', ['source'])
    for (const counter of [this.#named, this.#filled, this.#ends]) counter.inc({ source: source.name }, 0)
  }

  static async open(
    ctx: Platform,
    source: Source,
    term: Term | null = null,
    waits: Partial<Waits> = {},
  ): Promise<Following> {
    const following = new Following(ctx, source, term, { ...usualWaits, ...waits })
    following.#noted = await followedPositions(ctx, source.name)
    following.#running = following.#run()
    following.#notes = every(ctx, notes, () => following.#note())
    return following
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    // A source that waits for a response delays the stop by at most `leavingMs`.
    const left = new AbortController()
    await Promise.race([this.#running, pause(this.#ctx.clock, leavingMs, left.signal)])
    left.abort()
    await this.#notes?.[Symbol.asyncDispose]()
    await this.#note().catch((cause: unknown) => this.#ctx.log.warn(notes.failed, { cause }))
    if (!this.#term?.signal.aborted) await this.#say('stopped', '')
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    const { name: source } = this.#source
    for (let wait = this.#waits.firstMs; !signal.aborted; wait = Math.min(2 * wait, this.#waits.maxMs)) {
      const begun = this.#ctx.clock.now()
      const end = await this.#follow()
      if (signal.aborted) return
      this.#ends.inc({ source })
      if (this.#ctx.clock.now() - begun >= this.#waits.maxMs) wait = this.#waits.firstMs
      const isRefused = end instanceof SourceRefused
      this.#ctx.log.warn('a source ended; it is opened again', { source, cause: end })
      await this.#say(isRefused ? 'refused' : 'waiting', end instanceof Error ? end.message : String(end))
      await pause(this.#ctx.clock, isRefused ? this.#waits.refusedMs : wait, signal)
    }
  }

  /** Follows the source until it ends. Returns the cause. */
  async #follow(): Promise<unknown> {
    const end = new AbortController()
    const signal = AbortSignal.any([end.signal, this.#stop.signal])
    this.#marks.clear()
    this.#gaps = new Map()
    const context: SourceContext = {
      ctx: this.#ctx,
      signal,
      positionOf: (key) => this.#positionOf(key),
      gapsOf: (key) => this.#gapsOf(key),
    }
    try {
      for await (const event of this.#source.open(context)) await this.#handle(event)
      return new Error('the source ended')
    } catch (cause) {
      if (cause instanceof MarkMoved) this.#term?.lose(cause)
      return cause
    } finally {
      end.abort()
    }
  }

  async #handle(event: SourceEvent): Promise<void> {
    const { name: source } = this.#source
    const gaps = this.#gaps
    switch (event.kind) {
      case 'events':
        return this.#append(event.key, event.events, event.position)
      case 'alive':
        return this.#beat()
      case 'state':
        return this.#say(event.state, event.note)
      case 'gap':
        this.#named.inc({ source })
        this.#ctx.log.warn('events of a source are missing', {
          source,
          instrument: event.key,
          from: event.from,
          to: event.to,
        })
        return this.#save(async () => {
          gaps.set(event.id, await nameGap(this.#ctx, source, event))
        })
      case 'filled':
        this.#filled.inc({ source })
        return this.#save(async () => {
          const id = gaps.get(event.id)
          if (id !== undefined) await closeGap(this.#ctx, id, event.by)
          gaps.delete(event.id)
        })
    }
  }

  /** Stores a gap or its end, later if the store is down, because that must not end the source. */
  async #save(work: () => Promise<void>): Promise<void> {
    if (this.#unsaved.push(work) > unsavedMax) throw new Error('too many gaps of the source are not stored')
    await this.#saveAll().catch((cause: unknown) => this.#ctx.log.warn('gaps of a source are stored later', { cause }))
  }

  #saveAll(): Promise<void> {
    this.#saving ??= (async () => {
      for (let work = this.#unsaved[0]; work; work = this.#unsaved[0]) {
        await work()
        this.#unsaved.shift()
      }
    })().finally(() => {
      this.#saving = null
    })
    return this.#saving
  }

  async #append(key: string, events: MarketEvent[], position: string | null): Promise<void> {
    const { tape, clock } = this.#ctx
    await untilTapeCapacity(this.#ctx, this.#stop.signal)
    const records = [this.#record(events)]
    if (position === null) await tape.append(pushChannel, records)
    else {
      const before = this.#marks.get(key) ?? (await tape.markOf(pushChannel, this.#markName(key)))
      await tape.appendMarked(pushChannel, records, { name: this.#markName(key), before, after: position })
      this.#marks.set(key, position)
      this.#changed.set(key, position)
    }
    this.#heardAt = clock.now()
    this.#beatAt = this.#heardAt
  }

  /**
   * Reads the tape's mark. A tape without a mark, such as the embedded tape after a restart, gets the last stored
   * position.
   */
  async #positionOf(key: string): Promise<Position | null> {
    const mark = await this.#ctx.tape.markOf(pushChannel, this.#markName(key))
    if (mark !== '') this.#marks.set(key, mark)
    const text = mark || this.#noted.get(key)
    return text ? { text, isOnTape: mark !== '' } : null
  }

  /**
   * The stored gaps of an instrument. Their ids become negative, because a source numbers its own gaps with positive
   * ids.
   */
  async #gapsOf(key: string): Promise<OpenGap[]> {
    const open = await openGaps(this.#ctx, this.#source.name, key)
    for (const { id } of open) this.#gaps.set(-Number(id), id)
    return open.map(({ id, from, to }) => ({ id: -Number(id), from, to }))
  }

  /** Appends a sign of life of a quiet connection to the tape, at most once a second. */
  async #beat(): Promise<void> {
    this.#heardAt = this.#ctx.clock.now()
    if (this.#heardAt - this.#beatAt < beatMs) return
    this.#beatAt = this.#heardAt
    await this.#ctx.tape.append(pushChannel, [this.#record([])])
  }

  #record(events: MarketEvent[]): { lane: string; event: PushedBatch } {
    const { name } = this.#source
    return { lane: name, event: { source: name, producer: `followed/${name}`, events } }
  }

  #markName(key: string): string {
    return `followed/${this.#source.name}/${key}`
  }

  async #note(): Promise<void> {
    await Promise.all([this.#saveAll(), this.#notePositions()])
  }

  async #notePositions(): Promise<void> {
    if (this.#heardAt === this.#notedAt || this.#heardAt === Number.NEGATIVE_INFINITY) return
    const [heardAt, positions] = [this.#heardAt, [...this.#changed].map(([key, place]) => ({ key, place }))]
    this.#changed.clear()
    try {
      await noteHeard(this.#ctx, this.#source.name, positions, heardAt)
      this.#notedAt = heardAt
    } catch (cause) {
      for (const { key, place } of positions) if (!this.#changed.has(key)) this.#changed.set(key, place)
      throw cause
    }
  }

  /** Stores the state for the operator. A store that is down must not end the source. */
  async #say(state: Parameters<typeof noteFollowed>[2], note: string): Promise<void> {
    await noteFollowed(this.#ctx, this.#source.name, state, note).catch((cause: unknown) =>
      this.#ctx.log.warn('the state of a source could not be noted', { source: this.#source.name, cause }),
    )
  }
}
