import { choiceChannel, readChoices } from '#src/market/sources/followed.ts'
import { follow } from '#src/platform/follow.ts'
import type { Platform } from '#src/platform/platform.ts'

/**
 * The instruments whose data comes from exchanges: chosen on an exchange by this or another process, or named in the
 * settings, unless the exchange does not list them.
 */
export class FollowedKeys implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #exchanges: readonly string[]
  readonly #named = new Set<string>()
  readonly #listening = new AsyncDisposableStack()
  #chosen: ReadonlySet<string> = new Set()
  #missing: ReadonlySet<string> = new Set()

  private constructor(ctx: Platform, exchanges: readonly string[]) {
    this.#ctx = ctx
    this.#exchanges = exchanges
  }

  static async open(ctx: Platform, exchanges: readonly string[]): Promise<FollowedKeys> {
    const keys = new FollowedKeys(ctx, exchanges)
    if (exchanges.length > 0) {
      const followed = { channel: choiceChannel, everyMs: 30_000, failed: 'what exchanges follow could not be read' }
      await keys.#read()
      keys.#listening.use(await follow(ctx, followed, () => keys.#read()))
    }
    return keys
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#listening.disposeAsync()
  }

  add(key: string): void {
    this.#named.add(key)
  }

  has(key: string): boolean {
    return this.#chosen.has(key) || (this.#named.has(key) && !this.#missing.has(key))
  }

  async #read(): Promise<undefined> {
    const choices = await readChoices(this.#ctx, this.#exchanges)
    this.#chosen = new Set(choices.flatMap(({ keys }) => keys))
    this.#missing = new Set(choices.flatMap(({ missing }) => missing))
  }
}
