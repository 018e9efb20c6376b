import { useEffect, useRef } from 'react'
import { addressOf } from '../../browser/ask.ts'

/** Calls back for each firing of the signed-in account while the page is open. */
export function useFirings(onFiring: () => void) {
  const latest = useRef(onFiring)
  latest.current = onFiring
  useEffect(() => {
    const events = new EventSource(addressOf('GET /api/alerts/events', {}))
    events.addEventListener('firing', () => latest.current())
    return () => events.close()
  }, [])
}
