import type { Click } from '#src/contract/account/support.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { insertClicks, type ReceivedClick } from './click-store.ts'

const flushEveryMs = 5_000
const heldMax = 10_000

/** Writes clicks to ClickHouse in batches. During a long store failure the newest clicks are dropped. */
export class ClickRecorder implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #flushing: AsyncDisposable
  #held: ReceivedClick[] = []

  constructor(ctx: Platform) {
    this.#ctx = ctx
    const flushes = { everyMs: flushEveryMs, waitFirst: true, failed: 'clicks could not be written' }
    this.#flushing = every(ctx, flushes, () => this.flush())
  }

  /** Query and fragment may be private, so they are not stored. */
  record(click: Click): void {
    const [page_url = ''] = click.page_url.split(/[?#]/)
    if (this.#held.length < heldMax) this.#held.push({ ...click, page_url, received_at: this.#ctx.clock.now() })
  }

  async flush(): Promise<void> {
    const clicks = this.#held
    if (clicks.length === 0) return
    this.#held = []
    try {
      await insertClicks(this.#ctx.clickhouse, clicks)
    } catch (cause) {
      this.#ctx.log.warn('clicks could not be written', { cause, clicks: clicks.length })
      this.#held = [...clicks, ...this.#held].slice(0, heldMax)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#flushing[Symbol.asyncDispose]()
    await this.flush()
  }
}
