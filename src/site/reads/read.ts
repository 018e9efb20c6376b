/**
 * A value that was read for a screen. `none`: the store has nothing. `failed`: the store could not be read; `known` is
 * the part of the value that is known nevertheless.
 */
export type Read<T> = { state: 'known'; value: T } | { state: 'none' } | { state: 'failed'; known: T | null }

/** The read of a call's result. Even a result with an empty list is `known`. */
export type Answer<T> = Exclude<Read<T>, { state: 'none' }>

/** A read in the browser, which may still be in progress. */
export type Reading<T> = Read<T> | { state: 'loading' }

export const none = { state: 'none' } as const
export const loading = { state: 'loading' } as const

export function known<T>(value: T): Answer<T> {
  return { state: 'known', value }
}

export function failed<T>(known: T | null = null): Answer<T> {
  return { state: 'failed', known }
}

/** The read of a store's result: `none` for null and for an empty list. */
export function answered<T>(value: T | null): Read<T> {
  return value === null || (Array.isArray(value) && value.length === 0) ? none : known(value)
}

/** Waits for a read. A failure is passed to `note` and becomes the state `failed`. */
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

/** Derives an answer from another answer. A failure stays a failure. */
export function mapAnswer<T, U>(answer: Answer<T>, derive: (value: T) => U): Answer<U> {
  if (answer.state === 'known') return known(derive(answer.value))
  return failed(answer.known === null ? null : derive(answer.known))
}

/** Derives a read from another read. A failure stays a failure; null from `derive` becomes `none`. */
export function mapRead<T, U>(read: Read<T>, derive: (value: T) => U | null): Read<U> {
  if (read.state === 'known') return answered(derive(read.value))
  if (read.state === 'none') return none
  return failed(read.known === null ? null : derive(read.known))
}
