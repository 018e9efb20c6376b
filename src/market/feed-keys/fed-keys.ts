import type { Platform } from '#src/platform/platform.ts'
import { fedKeys, listenForFed } from './fed.ts'

/**
 * The keys of the instruments that a source feeds, whose simulated events no longer count. Empty in live mode, which
 * has no simulation. `onFed` is called once for each key, even for keys that are known at the start.
 */
export class FedKeys implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #onFed: (key: string) => void
  readonly #keys = new Set<string>()
  #listening: AsyncDisposable | null = null

  private constructor(ctx: Platform, onFed: (key: string) => void) {
    this.#ctx = ctx
    this.#onFed = onFed
  }

  static async open(ctx: Platform, onFed: (key: string) => void = () => {}): Promise<FedKeys> {
    const keys = new FedKeys(ctx, onFed)
    if (ctx.settings.mode === 'live') return keys
    keys.#listening = await listenForFed(ctx, (key) => {
      if (key !== null) keys.#add(key)
      else keys.#reload().catch((cause: unknown) => ctx.log.warn('what sources feed could not be read', { cause }))
    })
    try {
      await keys.#reload()
    } catch (cause) {
      await keys[Symbol.asyncDispose]()
      throw cause
    }
    return keys
  }

  has(key: string): boolean {
    return this.#keys.has(key)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#listening?.[Symbol.asyncDispose]()
  }

  async #reload(): Promise<void> {
    for (const key of await fedKeys(this.#ctx)) this.#add(key)
  }

  #add(key: string): void {
    if (this.#keys.has(key)) return
    this.#keys.add(key)
    this.#onFed(key)
  }
}
