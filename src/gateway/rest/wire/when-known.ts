/** Goes on in the same turn with what is there already, and later with what is still being read. */
export function whenKnown<T, R>(value: T | Promise<T>, next: (known: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}
