import { useEffect, useState } from 'react'
import type { ListedCustomer } from '#src/contract/operator/customers/customers.ts'
import { callRoute } from '../../browser/call-route.ts'
import { answered, failed, loading, type Reading } from '../../reads/read.ts'

/** Shorter texts are not searched. */
export const queryLengthMin = 3
const quietMs = 150

export type Suggestions = { text: string; customers: Reading<readonly ListedCustomer[]> }

/** Searches customers when the reader pauses typing. */
export function useSuggestions(typed: string): Suggestions {
  const text = typed.trim()
  const [found, setFound] = useState<Suggestions>({ text: '', customers: loading })
  useEffect(() => {
    if (text.length < queryLengthMin) return
    const stop = new AbortController()
    const later = setTimeout(async () => {
      const answer = await callRoute('GET /api/operator/customers', { query: { q: text } }, { signal: stop.signal })
      if (!stop.signal.aborted) setFound({ text, customers: answer.ok ? answered(answer.data.customers) : failed() })
    }, quietMs)
    return () => {
      clearTimeout(later)
      stop.abort()
    }
  }, [text])
  return found.text === text ? found : { text, customers: loading }
}
