import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const readEveryMs = 2_000

/** Reads the page again while something on it moves. */
export function useFollow(moves: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => void revalidate(), readEveryMs)
    return () => clearInterval(timer)
  }, [moves, revalidate])
}
