import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The value, or the last known value of the same address while a reload could not read it (null). */
export function useKept<T>(value: T | null): T | null {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const kept = useRef({ address, value })
  useEffect(() => {
    if (value !== null || kept.current.address !== address) kept.current = { address, value }
  }, [value, address])
  return value ?? (kept.current.address === address ? kept.current.value : null)
}
