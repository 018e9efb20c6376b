import type { Platform } from './platform.ts'

type Holder = Pick<Platform, 'kept'>

/**
 * A value that is stored once per process, for functions that get only `ctx`. It is found by name, because the pages'
 * bundle has its own copies of modules.
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

  drop({ kept }: Holder, value: T): void {
    if (kept.get(this.#name) === value) kept.delete(this.#name)
  }
}
