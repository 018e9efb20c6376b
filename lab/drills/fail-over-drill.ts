import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '#src/platform/clock.ts'
import { silentLog } from '#src/platform/log/log.ts'
import { MarkMoved } from '#src/platform/tape/mark-moved.ts'
import { RedisTape } from '#src/platform/tape/tape-redis.ts'
import type { FailingRedis } from '#test/fixtures/redis.ts'

/**
 * `lost`: events of the source that the reader never received. `doubled`: events that it received twice without a gap
 * in between. `again`: events that it received twice with a gap in between. `takenBack`: acknowledged events that the
 * servers lost in a fail-over, counted by the stored position of the source. Only these events may be in `again`.
 */
export type FailOverResult = {
  failOvers: number
  events: number
  lost: number
  doubled: number
  again: number
  takenBack: number
  gaps: number
}

export const channel = 'c'
const writer = 'drill'
const probeEveryMs = 200
/** Events between two fail-overs, so that each begins on a working tape. */
const betweenMin = 50

/**
 * A source appends numbered events together with its position, and continues from the stored position after each
 * failure. A reader follows the channel, as another process would. Meanwhile the servers fail over.
 */
export async function failOverUnderLoad(redis: FailingRedis, failOvers: number): Promise<FailOverResult> {
  await using source = new RedisTape(redis.url, systemClock, silentLog)
  await using follower = new RedisTape(redis.url, systemClock, silentLog)
  const stop = new AbortController()
  const reader = new Reader()
  const reading = reader.read(follower, stop.signal)
  // Each process of the product probes the server like this.
  const probing = [source, follower].map((tape) => probe(tape, stop.signal))
  const producer = new Producer(source)
  const producing = producer.run(stop.signal)
  for (let n = 0; n < failOvers; n += 1) {
    await producer.reaches(producer.stored + betweenMin)
    await redis.failOver()
  }
  await producer.reaches(producer.stored + betweenMin)
  producer.isOver = true
  await producing
  await reader.reaches(producer.stored)
  stop.abort()
  await Promise.all([reading, ...probing])
  const { stored, takenBack } = producer
  return { failOvers, events: stored + 1, takenBack, ...reader.counts(stored) }
}

class Producer {
  stored = -1
  takenBack = 0
  isOver = false
  readonly #tape: RedisTape

  constructor(tape: RedisTape) {
    this.#tape = tape
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!this.isOver && !signal.aborted) {
      const next = this.stored + 1
      const mark = { name: writer, before: this.stored < 0 ? '' : String(this.stored), after: String(next) }
      try {
        await this.#tape.appendMarked(channel, [{ lane: 'a', event: next }], mark)
        this.stored = next
      } catch (cause) {
        await this.#goOnFromMark(cause)
      }
      await sleep(1)
    }
  }

  async reaches(event: number): Promise<void> {
    while (this.stored < event) await sleep(5)
  }

  async #goOnFromMark(cause: unknown): Promise<void> {
    if (!(cause instanceof MarkMoved)) await sleep(20)
    const mark = await this.#tape.markOf(channel, writer).catch(() => null)
    if (mark === null) return
    const stored = mark === '' ? -1 : Number(mark)
    this.takenBack += Math.max(0, this.stored - stored)
    this.stored = stored
  }
}

class Reader {
  /** For each event, the number of gaps before its last read. */
  readonly #read = new Map<number, number>()
  #gaps = 0
  #doubled = 0
  #again = 0

  async read(tape: RedisTape, signal: AbortSignal): Promise<void> {
    for await (const batch of tape.follow(channel, 'oldest', signal)) {
      if (batch.kind === 'gap') this.#gaps += 1
      else for (const { event } of batch.entries) this.#note(event as number)
    }
  }

  async reaches(event: number): Promise<void> {
    while (!this.#read.has(event)) await sleep(5)
  }

  counts(last: number): Pick<FailOverResult, 'lost' | 'doubled' | 'again' | 'gaps'> {
    const events = Array.from({ length: last + 1 }, (_, event) => event)
    const lost = events.filter((event) => !this.#read.has(event)).length
    return { lost, doubled: this.#doubled, again: this.#again, gaps: this.#gaps }
  }

  #note(event: number): void {
    const gaps = this.#read.get(event)
    if (gaps === this.#gaps) this.#doubled += 1
    else if (gaps !== undefined) this.#again += 1
    this.#read.set(event, this.#gaps)
  }
}

async function probe(tape: RedisTape, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await tape.probe().catch(() => undefined)
    await sleep(probeEveryMs)
  }
}
