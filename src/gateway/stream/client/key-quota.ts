import type { ErrorName } from '#src/contract/errors.ts'
import type { CloseCode } from '#src/contract/stream-names.ts'
import type { Holdings } from '#src/platform/platform.ts'
import type { StreamKey } from './access.ts'

/** A socket that counts against a quota, as the process that it lives in sees it. */
export interface Probeable {
  readonly id: string
  readonly key: StreamKey | null
  /** Whether its reader does not take what is written. */
  readonly isBehind: boolean
  /** Asks whether the other end is there; what it returns says later whether an answer came. */
  ask(): () => boolean
  /** Says why, then closes. */
  end(code: CloseCode, error: ErrorName): void
  /** Ends without a word. */
  terminate(): void
}

/**
 * What one allowance (an account's, a key's, or that of one caller of the public key) holds in this process; the limits
 * count it over all processes. An instrument counts once, whatever the number of its sockets and types.
 */
export class KeyQuota {
  readonly id: string
  readonly clients = new Set<Probeable>()
  readonly #holdings: Holdings
  readonly #uses = new Map<string, number>()
  /** The last one: they are carried out in order. */
  #releasing: Promise<unknown> = Promise.resolve()

  constructor(id: string, holdings: Holdings) {
    this.id = id
    this.#holdings = holdings
  }

  /** A place for one more socket, if the plan has one. */
  async takeSocket(socketId: string, limit: number): Promise<boolean> {
    return (await this.#holdings.take(`sockets:${this.id}`, [socketId], limit)).taken
  }

  releaseSocket(socketId: string): void {
    void this.#holdings.release(`sockets:${this.id}`, [socketId])
  }

  /** Holds `keys` until each is released, or none of them when they would be more than `limit`; null = without limit. */
  async reserve(keys: readonly string[], limit: number | null): Promise<{ taken: boolean; held: number }> {
    const answer =
      limit === null
        ? { taken: true, held: this.#uses.size }
        : await this.#holdings.take(`instruments:${this.id}`, keys, limit)
    if (answer.taken) for (const key of keys) this.hold(key)
    return answer
  }

  /** How many instruments are held over all processes, those of a time without limit included. */
  async count(): Promise<number> {
    const every = [...this.#uses.keys()]
    return (await this.#holdings.take(`instruments:${this.id}`, every, Number.POSITIVE_INFINITY)).held
  }

  hold(key: string): void {
    this.#uses.set(key, (this.#uses.get(key) ?? 0) + 1)
  }

  release(key: string): void {
    const uses = this.#uses.get(key) ?? 0
    if (uses > 1) {
      this.#uses.set(key, uses - 1)
      return
    }
    this.#uses.delete(key)
    this.#releasing = this.#holdings.release(`instruments:${this.id}`, [key])
  }

  /** When every process knows what was released here. */
  async released(): Promise<void> {
    await this.#releasing
  }
}
