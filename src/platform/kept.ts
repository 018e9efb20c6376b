import type { Platform } from './platform.ts'

type Holder = Pick<Platform, 'kept'>

/**
 * A value that an owner holds in memory for the whole process, for verbs that get only `ctx`. Found by its name and not by
 * identity, because the pages' bundle has modules of its own.
 */
export class KeptValue<T> {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  of({ kept }: Holder): T | undefined {
    return kept.get(this.#name) as T | undefined
  }

  set({ kept }: Holder, value: T): void {
    kept.set(this.#name, value)
  }

  /** Ends `value`, unless a later owner has replaced it. */
  drop({ kept }: Holder, value: T): void {
    if (kept.get(this.#name) === value) kept.delete(this.#name)
  }
}
