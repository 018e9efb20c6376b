import type { ErrorName } from '#src/contract/errors.ts'
import type { CloseCode } from '#src/contract/stream-names.ts'
import type { Holdings } from '#src/platform/platform.ts'
import type { StreamKey } from './access.ts'

/** The members of a socket that its quota uses. */
export interface Probeable {
  readonly id: string
  readonly key: StreamKey | null
  readonly isBehind: boolean
  /** Sends a ping. The returned function returns whether the ping was answered. */
  sendPing(): () => boolean
  end(code: CloseCode, error: ErrorName): void
}

/**
 * The sockets and instruments of one allowance in this process. An allowance belongs to an account, a key, or one
 * caller with the public key. Limits count over all processes. An instrument counts once, for any number of sockets
 * and types.
 */
export class KeyQuota {
  readonly id: string
  readonly clients = new Set<Probeable>()
  readonly #holdings: Holdings
  readonly #uses = new Map<string, number>()
  /** The number of holders of each list that is held as a whole. */
  readonly #lists = new Map<readonly string[], number>()
  /** Resolves when all releases so far are done, in order. */
  #releasing: Promise<unknown> = Promise.resolve()

  constructor(id: string, holdings: Holdings) {
    this.id = id
    this.#holdings = holdings
  }

  async acquireSocket(socketId: string, limit: number): Promise<boolean> {
    return (await this.#holdings.acquire(`sockets:${this.id}`, [socketId], limit)).acquired
  }

  releaseSocket(socketId: string): void {
    void this.#holdings.release(`sockets:${this.id}`, [socketId])
  }

  /** Reserves all of `keys` until each is released, or none if they would exceed `limit`; null: unlimited. */
  async reserve(keys: readonly string[], limit: number | null): Promise<{ acquired: boolean; held: number }> {
    const answer =
      limit === null
        ? { acquired: true, held: this.#uses.size }
        : await this.#holdings.acquire(`instruments:${this.id}`, keys, limit)
    if (answer.acquired) this.holdAll(keys)
    return answer
  }

  /** The number of instruments held over all processes, including instruments that were reserved without a limit. */
  async count(): Promise<number> {
    const every = [...this.#uses.keys()]
    return (await this.#holdings.acquire(`instruments:${this.id}`, every, Number.POSITIVE_INFINITY)).held
  }

  /** Holds each key of a list, once for all holders of the same list. */
  holdAll(keys: readonly string[]): void {
    const holders = this.#lists.get(keys) ?? 0
    if (holders === 0) for (const key of keys) this.hold(key)
    this.#lists.set(keys, holders + 1)
  }

  releaseAll(keys: readonly string[]): void {
    const holders = this.#lists.get(keys) ?? 0
    if (holders > 1) {
      this.#lists.set(keys, holders - 1)
      return
    }
    this.#lists.delete(keys)
    for (const key of keys) this.release(key)
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

  /** Resolves when every process sees the releases of this process. */
  async released(): Promise<void> {
    await this.#releasing
  }
}
