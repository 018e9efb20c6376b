import { debounceMs } from '#src/contract/site.ts'

/** Calls `work` with the latest arguments when no further call came for `ms`. */
export function debounce<A extends unknown[]>(work: (...args: A) => void, ms = debounceMs) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const debounced = (...args: A) => {
    clearTimeout(timer)
    timer = setTimeout(() => work(...args), ms)
  }
  debounced.cancel = () => clearTimeout(timer)
  return debounced
}
