/** Keys as the script in the head keeps them before the page's scripts run (`early-acts.ts`). */
declare global {
  interface Window {
    earlyKeys?: KeyboardEvent[]
  }
}

let held: KeyboardEvent[] = []
/** `page`: the page's shortcuts are loading. `field`: a key or click has opened a field, which is loading. */
let awaited: 'page' | 'field' | null = null

/** Holds what is typed until the page's shortcuts (`page`) or the opened field (`field`) can take it. */
export function holdKeys(until: 'page' | 'field'): void {
  if (awaited === null) addEventListener('keydown', hold, true)
  awaited = until
}

/** Types the held keys, in order, when the awaited page or field is `ready`. The field must have the focus. */
export function releaseKeys(ready: 'page' | 'field'): void {
  if (awaited === ready) void pressAgain(dropHeldKeys())
}

/** Ends the hold, and returns the held keys. */
export function dropHeldKeys(): KeyboardEvent[] {
  removeEventListener('keydown', hold, true)
  const keys = held
  ;[held, awaited] = [[], null]
  return keys
}

/** Presses keys again, each after the page has rendered what the one before it did. */
export async function pressAgain(keys: readonly KeyboardEvent[]): Promise<void> {
  for (const key of keys) {
    press(key)
    await Promise.resolve()
  }
}

const isLetter = (key: string) => key.length === 1

function hold(event: KeyboardEvent): void {
  if (event.key === 'Escape') return void dropHeldKeys()
  if (fieldOf(event.target) || !isWanted(event)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  held.push(event)
}

/** Space, Enter and Backspace are the browser's until a letter or a shortcut has begun a text. */
function isWanted({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const hasBegun = awaited === 'field' || held.length > 0
  if (ctrlKey || metaKey) return !hasBegun && key.toLowerCase() === 'k'
  if (altKey) return false
  return isLetter(key) ? hasBegun || key !== ' ' : hasBegun && (key === 'Enter' || key === 'Backspace')
}

function press({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): void {
  const field = fieldOf(document.activeElement)
  if (field && isLetter(key)) return void document.execCommand('insertText', false, key)
  if (field && key === 'Backspace') return void document.execCommand('delete')
  const again = { key, code, ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true }
  const isUnused = (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', again))
  if (field && key === 'Enter' && isUnused) field.form?.requestSubmit()
}

function fieldOf(target: EventTarget | null): HTMLInputElement | HTMLTextAreaElement | null {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && !/^(checkbox|radio|button|submit|range|file|color)$/.test(target.type) ? target : null
}
