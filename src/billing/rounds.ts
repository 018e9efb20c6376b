import type { Platform } from '#src/platform/platform.ts'

/** Something done again and again in every process; `run` sees to it that what two of them do is done once. */
type Round = { everyMs: number; run: (ctx: Platform) => Promise<unknown>; failed: string }

export class Rounds implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #round: Round
  readonly #abort = new AbortController()
  readonly #running: Promise<void>

  constructor(ctx: Platform, round: Round) {
    this.#ctx = ctx
    this.#round = round
    this.#running = this.#run()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { everyMs, run, failed } = this.#round
    while (!this.#abort.signal.aborted) {
      await run(this.#ctx).catch((cause: unknown) => this.#ctx.log.warn(failed, { cause }))
      await this.#ctx.clock.sleep(everyMs, this.#abort.signal).catch(() => {})
    }
  }
}
