import { refuse } from '#src/contract/errors.ts'
import type { FeedKey } from '#src/market/feed-keys/feed-key.ts'
import { countProducers, noteProducers } from '#src/market/feed-keys/producers.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { IngestMetrics } from './metrics.ts'
import { Names } from './names.ts'
import { Producer } from './producer.ts'

const producersMax = 1_000
const notes = { everyMs: 1_000, failed: 'the marks of producers could not be noted', waitFirst: true }
const beatMs = 1_000

type Held = { producer: Producer; beatAt: number; noted: { mark: string | null; heardAt: number } }

export class Producers implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #names: Names
  readonly #metrics: IngestMetrics
  readonly #held = new Map<string, Held>()
  readonly #running = new AsyncDisposableStack()

  private constructor(ctx: Platform, names: Names) {
    this.#ctx = ctx
    this.#names = names
    this.#metrics = new IngestMetrics(ctx.metrics)
  }

  static async open(ctx: Platform): Promise<Producers> {
    const names = await Names.open(ctx)
    const producers = new Producers(ctx, names)
    producers.#running.use(names)
    producers.#running.use(every(ctx, notes, () => producers.note()))
    return producers
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running.disposeAsync()
    await this.note().catch((cause: unknown) => this.#ctx.log.warn(notes.failed, { cause }))
  }

  async of(key: FeedKey, name: string): Promise<Producer> {
    const id = `${key.id}/${name}`
    const isOther = !this.#held.has(id) && (await countProducers(this.#ctx, key.id, name)) >= producersMax
    if (isOther) throw refuse('invalid_parameter', { param: 'X-Producer' })
    // A request of the same producer may have come meanwhile. Only the held one's marks are noted.
    const held = this.#held.get(id)
    if (held) return held.producer
    const producer = new Producer(this.#ctx, this.#names, this.#metrics, key, name)
    this.#held.set(producer.id, { producer, beatAt: Number.NEGATIVE_INFINITY, noted: { mark: null, heardAt: 0 } })
    return producer
  }

  /** After messages without events, appends a sign of life to the tape, at most once a second. */
  async heard({ id }: Producer, hasEvents: boolean): Promise<void> {
    const held = this.#held.get(id)
    if (!held) return
    const now = this.#ctx.clock.elapsed()
    if (!hasEvents && now - held.beatAt < beatMs) return
    held.beatAt = now
    if (!hasEvents) await held.producer.beat()
  }

  forget(keyId: string): void {
    for (const [id, { producer }] of this.#held) if (producer.key.id === keyId) this.#held.delete(id)
  }

  /** Stores in PostgreSQL when producers were heard, and the changed marks, for a tape that ends with its process. */
  async note(): Promise<void> {
    const changed = [...this.#held.values()].flatMap((held) => {
      const { noted, producer } = held
      const { id, mark, heardAt } = producer
      const isNoted = heardAt === noted.heardAt && mark === noted.mark
      if (heardAt === 0 || isNoted) return []
      return [{ held, mark, heardAt, note: { id, heardAt, mark: mark === noted.mark ? null : mark } }]
    })
    await noteProducers(
      this.#ctx,
      changed.map(({ note }) => note),
    )
    for (const { held, mark, heardAt } of changed) held.noted = { mark, heardAt }
  }
}
