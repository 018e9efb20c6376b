import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { addLinkUses } from './sheet-link-store.ts'

const flushes = { everyMs: 1_000, waitFirst: true, failed: 'uses of spreadsheet links could not be written' }

/**
 * Counts the responses of each link, and writes the counts every second. Counts that cannot be written are written
 * later.
 */
export class SheetUses implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #writing: AsyncDisposable
  #waiting = new Map<string, { at: number; count: number }>()

  constructor(ctx: Platform) {
    this.#ctx = ctx
    this.#writing = every(ctx, flushes, () => this.#write())
  }

  note(linkId: string, count = 1, at = this.#ctx.clock.now()): void {
    this.#waiting.set(linkId, { at, count: count + (this.#waiting.get(linkId)?.count ?? 0) })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writing[Symbol.asyncDispose]()
    await this.#write()
  }

  async #write(): Promise<void> {
    if (this.#waiting.size === 0) return
    const written = this.#waiting
    this.#waiting = new Map()
    try {
      await this.#ctx.postgres.transaction((tx) => addLinkUses(tx, written))
    } catch (cause) {
      for (const [id, { at, count }] of written) this.note(id, count, at)
      throw cause
    }
  }
}
