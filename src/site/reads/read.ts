/**
 * A value that was read for a screen. `none`: the store answered and has nothing. `failed`: the store did not answer;
 * `known` is the part of the value that is known all the same.
 */
export type Read<T> = { state: 'known'; value: T } | { state: 'none' } | { state: 'failed'; known: T | null }

/** A read of the browser, which may still be under way. */
export type Reading<T> = Read<T> | { state: 'loading' }

export const none = { state: 'none' } as const
export const loading = { state: 'loading' } as const

export function known<T>(value: T): Read<T> {
  return { state: 'known', value }
}

export function failed<T>(known: T | null = null): Read<T> {
  return { state: 'failed', known }
}

/** The read of a store's answer: `none` for null and for an empty list. */
export function answered<T>(value: T | null): Read<T> {
  return value === null || (Array.isArray(value) && value.length === 0) ? none : known(value)
}

/** Waits for a read. A failure is noted by `note` and becomes a state of the value. */
export async function readOf<T>(pending: Promise<T | null>, note: (cause: unknown) => void): Promise<Read<T>> {
  try {
    return answered(await pending)
  } catch (cause) {
    note(cause)
    return failed()
  }
}

/** The value as far as it is known. */
export function knownOf<T>(read: Reading<T>): T | null {
  if (read.state === 'known') return read.value
  return read.state === 'failed' ? read.known : null
}

/** The read of a value that follows from another one; null from `derive` is `none`. */
export function mapRead<T, U>(read: Read<T>, derive: (value: T) => U | null): Read<U> {
  if (read.state === 'known') return answered(derive(read.value))
  if (read.state === 'none') return none
  return failed(read.known === null ? null : derive(read.known))
}
