import { type KeyboardEvent, useEffect, useState } from 'react'
import { isComposingKey } from './composition.ts'

/**
 * Handles Enter in a field with a list of results. Enter applies to the text in the field, so it waits for the results
 * of that text. `answered`: the text of the shown results; null without results. Returns a handler of keys, which
 * returns true if it used the key. Further typing ends the wait.
 */
export function useEnter(text: string, answered: string | null, open: () => void) {
  const [entered, setEntered] = useState<string | null>(null)
  useEffect(() => {
    if (entered === null) return
    if (entered !== text || answered === text) setEntered(null)
    if (entered === text && answered === text) open()
  })
  return (event: KeyboardEvent): boolean => {
    if (event.key !== 'Enter' || isComposingKey(event.nativeEvent)) return false
    event.preventDefault()
    if (answered === text) open()
    else setEntered(text)
    return true
  }
}
