import { refuse } from '#src/contract/errors.ts'
import type { VerifiedKey } from '#src/keys/key/key.ts'

const atOnceMax = 64
/** The maximum number of concurrent calls of one address with the demo key. */
const demoAtOnceMax = 16

export class UnderWay {
  readonly #counts = new Map<string, number>()

  enter(caller: string, kind: VerifiedKey['kind']): void {
    const count = this.#counts.get(caller) ?? 0
    if (count >= (kind === 'demo' ? demoAtOnceMax : atOnceMax)) throw refuse('too_many_concurrent', { retryAfter: 1 })
    this.#counts.set(caller, count + 1)
  }

  leave(caller: string): void {
    const left = (this.#counts.get(caller) ?? 1) - 1
    if (left === 0) this.#counts.delete(caller)
    else this.#counts.set(caller, left)
  }
}
