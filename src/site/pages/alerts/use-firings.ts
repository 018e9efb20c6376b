import { useEffect, useRef } from 'react'
import { followFirings } from '../../browser/firings.ts'

/**
 * Calls `onFiring` for each firing of the account's alerts while the page is visible, and after each reconnection,
 * because firings may have been missed.
 */
export function useFirings(onFiring: () => void) {
  const latest = useRef(onFiring)
  latest.current = onFiring
  useEffect(() => {
    let isOpen = false
    return followFirings({
      fired: () => latest.current(),
      opened() {
        if (isOpen) latest.current()
        isOpen = true
      },
    })
  }, [])
}
