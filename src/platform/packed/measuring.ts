import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../installation/project-root.ts'
import type { FileForm, Measure } from './packed-file.ts'

/** `encryptTo`: the new file to write. `identities`: the keys that decrypt `path`; null if it is not encrypted. */
export type MeasureOrder =
  | { path: string; form: FileForm; identities: readonly string[] | null }
  | { path: string; form: FileForm; encryptTo: { to: string; recipients: readonly string[] } }
export type MeasureAnswer = { measured: Measure } | { failed: string }

/**
 * Measures and encrypts files one at a time in a separate thread, since checksums of gigabytes would delay requests.
 */
export class Measuring implements AsyncDisposable {
  readonly #worker = new Worker(join(projectRoot, 'src/platform/packed/measure-worker.ts'))
  #last: Promise<unknown> = Promise.resolve()

  /** Measures a file; throws when it cannot be read in its form. */
  measure(path: string, form: FileForm, identities: readonly string[] | null = null): Promise<Measure> {
    return this.#inTurn({ path, form, identities })
  }

  encrypt(path: string, form: FileForm, encryptTo: { to: string; recipients: readonly string[] }): Promise<Measure> {
    return this.#inTurn({ path, form, encryptTo })
  }

  #inTurn(order: MeasureOrder): Promise<Measure> {
    const measured = this.#last.then(() => this.#request(order))
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
