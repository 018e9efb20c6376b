import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FileForm, Measure } from './packed-file.ts'

export type MeasureOrder = { path: string; form: FileForm }
export type MeasureAnswer = { measured: Measure } | { failed: string }

/** Measures one file at a time in a separate thread, since checksums of gigabytes would delay requests. */
export class Measuring implements AsyncDisposable {
  readonly #worker = new Worker(new URL('./measure-worker.ts', import.meta.url))
  #last: Promise<unknown> = Promise.resolve()

  /** Measures a file; throws when it cannot be read in its form. */
  measure(path: string, form: FileForm): Promise<Measure> {
    const measured = this.#last.then(() => this.#request({ path, form }))
    this.#last = measured.catch(() => {})
    return measured
  }

  async #request(order: MeasureOrder): Promise<Measure> {
    // `once` rejects when the thread itself fails.
    const answered = once(this.#worker, 'message')
    this.#worker.postMessage(order)
    const [answer]: MeasureAnswer[] = await answered
    if (answer && 'measured' in answer) return answer.measured
    throw new Error(answer?.failed ?? 'it could not be read')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate()
  }
}
