import { useEffect, useState } from 'react'
import type { ListedCustomer } from '#src/contract/operator/customers/customers.ts'
import { callRoute } from '../../browser/call-route.ts'

/** Shorter texts are not searched. */
export const queryLengthMin = 3
const quietMs = 150

/** The results for a text. `customers` is null until the answer arrives. */
export type Suggestions = { text: string; customers: readonly ListedCustomer[] | null }

/** Searches customers when the reader pauses typing. */
export function useSuggestions(typed: string): Suggestions {
  const text = typed.trim()
  const [found, setFound] = useState<Suggestions>({ text: '', customers: null })
  useEffect(() => {
    if (text.length < queryLengthMin) return
    const stop = new AbortController()
    const later = setTimeout(async () => {
      const answer = await callRoute('GET /api/operator/customers', { query: { q: text } }, { signal: stop.signal })
      if (!stop.signal.aborted) setFound({ text, customers: answer.ok ? answer.data.customers : [] })
    }, quietMs)
    return () => {
      clearTimeout(later)
      stop.abort()
    }
  }, [text])
  return found.text === text ? found : { text, customers: null }
}
