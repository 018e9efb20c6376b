import { setImmediate } from 'node:timers/promises'
import { refuse } from '#src/contract/errors.ts'
import type { MarketEvent } from '#src/contract/market.ts'
import type { FeedKey } from '#src/market/feed-keys/feed-key.ts'
import { producerMark } from '#src/market/feed-keys/producers.ts'
import { quarantinePushed, type RefusedMessage } from '#src/market/quarantine/pushed-rows.ts'
import type { Platform } from '#src/platform/platform.ts'
import { MarkMoved } from '#src/platform/tape/mark-moved.ts'
import { type PushedBatch, pushChannel, untilTapeCapacity } from '../publish/pushed.ts'
import { type Line, numberIn } from './lines.ts'
import { Progress, type Range } from './mark.ts'
import { isRecord, kindOfType, type Lane, type PushKind, readMessage } from './message.ts'
import type { IngestMetrics } from './metrics.ts'
import { Lanes, type Names } from './names.ts'

const waitMaxMs = 10_000
const reportedMax = 1_000
/** The number of refused messages in memory from which they are stored. */
const quarantinedAtOnce = 5_000

export type RefusedLine = { line: number; n: number | null; error: string }

/** `refused` lists the first 1,000 of the refused lines, of which there are `refusedTotal`. */
export type IngestResult = {
  acknowledged: number
  accepted: number
  repeated: number
  refused: RefusedLine[]
  refusedTotal: number
  missing: Range[]
}

/** `drafts`: the lanes of the lines' instruments after these lines. */
type Judged = Omit<IngestResult, 'acknowledged' | 'accepted' | 'refusedTotal'> & {
  events: MarketEvent[]
  quarantined: RefusedMessage[]
  drafts: Map<string, Lane>
  after: string
}

/**
 * Puts the messages of one producer onto the tape, in order. The append changes the tape's mark for the producer in the
 * same step, so each accepted message is on the tape once, even after a kill or when several gateways receive it.
 */
export class Producer {
  readonly id: string
  readonly key: FeedKey
  readonly #ctx: Platform
  readonly #metrics: IngestMetrics
  readonly #lanes: Lanes
  #mark: string | null = null
  #heardAt = 0
  /** The lines of which it is unknown whether they reached the tape. */
  #uncertain: Judged | null = null
  #turn: Promise<unknown> = Promise.resolve()

  constructor(ctx: Platform, names: Names, metrics: IngestMetrics, key: FeedKey, name: string) {
    this.#ctx = ctx
    this.#lanes = new Lanes(names, key)
    this.#metrics = metrics
    this.key = key
    this.id = `${key.id}/${name}`
  }

  /** The newest mark that this process read or wrote; null before the first use and after an uncertain append. */
  get mark(): string | null {
    return this.#mark
  }

  /** The time of the last messages or heartbeat that were accepted, ms; 0 before the first. */
  get heardAt(): number {
    return this.#heardAt
  }

  /**
   * `kind` null: each message names its kind. Calls run one after another, because a producer's messages have an order.
   * Other work of the process runs between the slices.
   */
  accept(slices: Iterable<readonly Line[]>, kind: PushKind | null): Promise<IngestResult> {
    const accepting = this.#turn.then(() => this.#accept(slices, kind))
    this.#turn = accepting.catch(() => undefined)
    return accepting
  }

  async last(): Promise<number> {
    return new Progress(await this.#read()).last
  }

  /** Appends an empty record, which proves that a quiet source is alive. */
  async beat(): Promise<void> {
    await this.#ctx.tape.append(pushChannel, [this.#record([])])
  }

  /**
   * Reads the tape's mark. A tape without a mark, such as the embedded tape after a restart, gets the last stored mark.
   */
  async #read(): Promise<string> {
    const { tape } = this.#ctx
    let mark = await tape.markOf(pushChannel, this.id)
    if (mark === '') {
      const noted = await producerMark(this.#ctx, this.id)
      mark = noted
      if (noted !== '') {
        await tape
          .appendMarked(pushChannel, [], { name: this.id, before: '', after: noted })
          .catch((cause: unknown) => {
            if (!(cause instanceof MarkMoved)) throw cause
            mark = cause.found
          })
      }
    }
    this.#mark = mark
    const uncertain = this.#uncertain
    this.#uncertain = null
    // The lines reached the tape. They count as repeated when they are sent again.
    if (uncertain?.after !== mark) return mark
    this.#lanes.keep(uncertain.drafts)
    await this.#quarantine(uncertain.quarantined)
    return mark
  }

  async #accept(slices: Iterable<readonly Line[]>, kind: PushKind | null): Promise<IngestResult> {
    const result: IngestResult = {
      acknowledged: 0,
      accepted: 0,
      repeated: 0,
      refused: [],
      refusedTotal: 0,
      missing: [],
    }
    let quarantined: RefusedMessage[] = []
    let isFirst = true
    try {
      for (const lines of slices) {
        if (!isFirst) await setImmediate()
        isFirst = false
        await this.#lanes.find(lines)
        const judged = await this.#put(lines, kind)
        this.#heardAt = this.#ctx.clock.now()
        result.accepted += judged.events.length
        result.repeated += judged.repeated
        result.refusedTotal += judged.refused.length
        result.refused.push(...judged.refused.slice(0, Math.max(0, reportedMax - result.refused.length)))
        result.missing.push(...judged.missing)
        quarantined.push(...judged.quarantined)
        if (quarantined.length < quarantinedAtOnce) continue
        await this.#quarantine(quarantined)
        quarantined = []
      }
      result.acknowledged = new Progress(this.#mark ?? (await this.#read())).last
      this.#heardAt = this.#ctx.clock.now()
    } finally {
      // If a later slice fails, the messages of the earlier slices count as repeated when they are sent again.
      this.#metrics.count(this.key.source, result)
      if (quarantined.length > 0) await this.#quarantine(quarantined)
    }
    return result
  }

  /**
   * Checks lines and puts their events onto the tape. If another gateway accepted messages of the producer in between,
   * checks and appends again.
   */
  async #put(lines: readonly Line[], kind: PushKind | null): Promise<Judged> {
    for (;;) {
      const before = this.#mark ?? (await this.#read())
      const judged = this.#judge(lines, kind, before)
      if (await this.#append(judged, before)) return judged
    }
  }

  /**
   * Returns false when another gateway has accepted messages of the producer: then the lines must be checked again for
   * repeats.
   */
  async #append(judged: Judged, before: string): Promise<boolean> {
    const { events, after } = judged
    if (after === before) return true
    if (events.length > 0) await this.#untilCapacity()
    const records = events.length === 0 ? [] : [this.#record(events)]
    try {
      await this.#ctx.tape.appendMarked(pushChannel, records, { name: this.id, before, after })
      this.#mark = after
      this.#lanes.keep(judged.drafts)
      return true
    } catch (cause) {
      // The mark is read again if it is unknown whether the append reached the tape, and if the tape is new.
      this.#mark = cause instanceof MarkMoved && cause.found !== '' ? cause.found : null
      if (cause instanceof MarkMoved) return false
      this.#uncertain = judged
      throw cause
    }
  }

  #record(events: MarketEvent[]): { lane: string; event: PushedBatch } {
    const { source } = this.key
    return { lane: source, event: { source, producer: this.id, events } }
  }

  async #untilCapacity(): Promise<void> {
    if (!(await untilTapeCapacity(this.#ctx, AbortSignal.timeout(waitMaxMs))))
      throw refuse('feed_behind', { retryAfter: 1 })
  }

  /**
   * Counts and stores refused messages. A failure is only logged, because the accepted events are already on the tape.
   */
  async #quarantine(messages: readonly RefusedMessage[]): Promise<void> {
    this.#metrics.countRefused(this.key.source, messages)
    await quarantinePushed(this.#ctx, this.key.source, messages).catch((cause: unknown) =>
      this.#ctx.log.warn('refused messages could not be kept for a person', { source: this.key.source, cause }),
    )
  }

  /** Keeps no state, because lines that did not reach the tape are judged again. */
  #judge(lines: readonly Line[], kind: PushKind | null, before: string): Judged {
    const now = this.#ctx.clock.now()
    const progress = new Progress(before)
    const drafts = new Map<string, Lane>()
    const judged: Judged = { events: [], refused: [], quarantined: [], missing: [], repeated: 0, drafts, after: '' }
    for (const line of lines) {
      const value = 'value' in line && isRecord(line.value) ? line.value : null
      const n = value ? sequenceIn(value.n) : numberIn(line.text)
      const turn = n >= 1 ? progress.receive(n) : 'unread'
      if (turn === 'repeated') {
        judged.repeated += 1
        continue
      }
      if (turn === 'unread') progress.skip()
      else if (progress.gap) judged.missing.push(progress.gap)
      const of = kind ?? kindOfType(value?.type)
      const lane = this.#lanes.draft(drafts, value?.k)
      const refuseAs = (error: string) => {
        judged.refused.push({ line: line.line, n: Number.isNaN(n) ? null : n, error })
        const key = typeof lane === 'object' ? lane.key : null
        judged.quarantined.push({ key, kind: of, reason: error, text: line.text, value })
      }
      if (!value) refuseAs('fault' in line ? line.fault : 'bad_json')
      else if (turn === 'unread') refuseAs('invalid_sequence')
      else if (of === null) refuseAs('invalid_type')
      else if (typeof lane === 'string') refuseAs(lane)
      else {
        const event = readMessage(of, lane, value, { now, n, isLate: turn === 'late' })
        if (typeof event === 'string') refuseAs(event)
        else judged.events.push(event)
      }
    }
    judged.after = progress.text
    return judged
  }
}

function sequenceIn(n: unknown): number {
  return typeof n === 'number' && Number.isSafeInteger(n) && n >= 1 ? n : Number.NaN
}
