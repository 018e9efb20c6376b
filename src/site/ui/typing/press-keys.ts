import { awaitedBy, dropHeldKeys, isField } from '../../browser/held-keys.ts'

/** Types the held keys, in order, when the awaited page or field is `ready`. The field must have the focus. */
export function releaseKeys(ready: 'page' | 'field'): void {
  if (awaitedBy() === ready) void pressAgain(dropHeldKeys())
}

/** Presses keys again. Waits before each key until the page has rendered the effect of the previous key. */
async function pressAgain(keys: readonly KeyboardEvent[]): Promise<void> {
  for (const key of keys) {
    await Promise.resolve()
    press(key)
  }
}

/** Types a key into the focused field, or sends it to the page's listeners. */
function press({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): void {
  const { activeElement } = document
  const field = isField(activeElement) ? activeElement : null
  if (field && key.length === 1) return void document.execCommand('insertText', false, key)
  if (field && key === 'Backspace') return void document.execCommand('delete')
  const again = { key, code, ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true }
  const isUnused = (activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', again))
  if (field && key === 'Enter' && isUnused) field.form?.requestSubmit()
}
