import { refuse } from '#src/contract/errors.ts'

type Waiting = { start: () => void; reject: (error: unknown) => void }

/** The longest wait for a slot, ms. Work with a longer time limit waits up to that limit. */
const waitMsMax = 10_000

/** A bounded queue in front of a store. It limits concurrent work, waiting callers, and time. */
export class Lane {
  readonly #concurrency: number
  readonly #waitingMax: number
  #running = new Set<Promise<unknown>>()
  #waiting: Waiting[] = []
  #closed = false

  constructor(options: { concurrency: number; waitingMax: number }) {
    this.#concurrency = options.concurrency
    this.#waitingMax = options.waitingMax
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /**
   * Runs `work` when a slot is free. The caller gets `history_unavailable` if the queue is full or closed, after the
   * longest wait for a slot, when `left` is aborted, or `maxMs` after the start of `work`. Running work is then
   * aborted, and waiting work never begins.
   */
  async run<T>(maxMs: number, work: (signal: AbortSignal) => Promise<T>, left?: AbortSignal): Promise<T> {
    if (this.#closed || this.#waiting.length >= this.#waitingMax) throw refuse('history_unavailable', { retryAfter: 2 })
    if (left?.aborted) throw refuse('history_unavailable', { retryAfter: 2 })
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const abort = new AbortController()
    const giveUp = () => {
      this.#waiting = this.#waiting.filter((entry) => entry !== waiting)
      abort.abort()
      reject(refuse('history_unavailable', { retryAfter: 5 }))
    }
    const start = () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, maxMs)
      const running: Promise<void> = work(abort.signal)
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer)
          this.#running.delete(running)
          this.#next()
        })
      this.#running.add(running)
    }
    const waiting: Waiting = { start, reject }
    let timer = setTimeout(giveUp, Math.max(waitMsMax, maxMs))
    left?.addEventListener('abort', giveUp, { once: true })
    this.#waiting.push(waiting)
    this.#next()
    return promise.finally(() => {
      clearTimeout(timer)
      left?.removeEventListener('abort', giveUp)
    })
  }

  #next(): void {
    while (this.#running.size < this.#concurrency) {
      const next = this.#waiting.shift()
      if (!next) return
      next.start()
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#waiting.splice(0)) reject(refuse('history_unavailable', { retryAfter: 2 }))
    await Promise.allSettled(this.#running)
  }
}
