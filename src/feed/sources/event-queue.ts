import type { SourceEvent } from './source.ts'

/**
 * The maximum number of events that wait for the tape. If more events wait, the source fails. Later the source is
 * opened again and fills the gap.
 */
const waitingMax = 20_000

export class EventQueue {
  readonly #signal: AbortSignal
  #waiting: SourceEvent[] = []
  #failure: { cause: unknown } | null = null
  #wake: (() => void) | null = null

  constructor(signal: AbortSignal) {
    this.#signal = signal
    signal.addEventListener('abort', () => this.#ring(), { once: true })
  }

  push(event: SourceEvent): void {
    if (this.#failure || this.#signal.aborted) return
    if (this.#waiting.length >= waitingMax) this.fail(new Error('the tape accepted too few events of the source'))
    else this.#waiting.push(event)
    this.#ring()
  }

  /** Ends the source after the events that are waiting. */
  fail(cause: unknown): void {
    this.#failure ??= { cause }
    this.#ring()
  }

  async *read(): AsyncGenerator<SourceEvent> {
    while (!this.#signal.aborted) {
      const batch = this.#waiting
      this.#waiting = []
      yield* batch
      if (this.#waiting.length > 0) continue
      if (this.#failure) throw this.#failure.cause
      if (!this.#signal.aborted)
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }

  #ring(): void {
    this.#wake?.()
    this.#wake = null
  }
}
