/** The keys that the script in the head (`early-acts.ts`) stores until the page's scripts run. */
declare global {
  interface Window {
    earlyKeys?: KeyboardEvent[]
  }
}

let held: KeyboardEvent[] = []
/** `page`: the page's shortcuts are loading. `field`: a key or click has opened a field, which is loading. */
let awaited: 'page' | 'field' | null = null

/** Holds the typed keys until the page's shortcuts (`page`) or the opened field (`field`) can handle them. */
export function holdKeys(until: 'page' | 'field', early: readonly KeyboardEvent[] = []): void {
  if (awaited === null) addEventListener('keydown', hold, true)
  awaited = until
  held.unshift(...early)
}

/** Ends the hold, and returns the held keys. `press-keys.ts` presses them again. */
export function dropHeldKeys(): KeyboardEvent[] {
  removeEventListener('keydown', hold, true)
  const keys = held
  ;[held, awaited] = [[], null]
  return keys
}

export const awaitedBy = () => awaited

/** Whether an element is a field into which keys type text. */
export function isField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof Element && target.matches('input:not([type=checkbox], [type=radio]), textarea')
}

function hold(event: KeyboardEvent): void {
  if (event.key === 'Escape') return void dropHeldKeys()
  if (isField(event.target) || !isWanted(event)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  held.push(event)
}

/**
 * Whether a key is held. The browser handles Space, Enter and Backspace until a field was opened or another key is
 * held.
 */
function isWanted({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const hasBegun = awaited === 'field' || held.length > 0
  if (ctrlKey || metaKey || altKey) return key === 'k' && !altKey && !hasBegun
  return key.length === 1 ? hasBegun || key !== ' ' : hasBegun && (key === 'Enter' || key === 'Backspace')
}
