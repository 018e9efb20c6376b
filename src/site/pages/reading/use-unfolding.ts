import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Opens the folded block to which the address leads and all blocks around it. If one of these blocks was closed,
 * scrolls to the target.
 */
export function useUnfolding(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click on a link leads there again
  useLayoutEffect(() => {
    const target = document.getElementById(hash.slice(1))
    let isClosed = false
    for (let fold = target?.closest('details'); fold; fold = fold.parentElement?.closest('details')) {
      isClosed ||= !fold.open
      fold.open = true
    }
    if (isClosed) target?.scrollIntoView()
  }, [hash, key])
}
