import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const readEveryMs = 2_000

/** Reloads the page at an interval while `moves` is true. */
export function useFollow(moves: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => void revalidate(), readEveryMs)
    return () => clearInterval(timer)
  }, [moves, revalidate])
}
