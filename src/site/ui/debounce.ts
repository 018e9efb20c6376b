import { debounceMs } from '#src/contract/site.ts'

/** Calls `work` with the latest arguments after `ms` without a further call. */
export function debounce<A extends unknown[]>(work: (...args: A) => void, ms = debounceMs) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const debounced = (...args: A) => {
    clearTimeout(timer)
    timer = setTimeout(() => work(...args), ms)
  }
  debounced.cancel = () => clearTimeout(timer)
  return debounced
}
