type Typed = { key: string; value: string; checked: boolean }
type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Every field of the page, secrets left out, under a key that is the same in each language. */
function inputs(): [string, Input][] {
  return [...document.querySelectorAll<Input>('main input, main textarea, main select')]
    .filter((input) => !['password', 'hidden', 'file'].includes(input.type) && input.name !== '')
    .map((input, position) => [`${position}:${input.name}:${input.type}`, input])
}

/** The typed texts, to be restored after the page is shown in another language. */
export function keepTyped(): Typed[] {
  return inputs().map(([key, input]) => ({
    key,
    value: input.value,
    checked: input instanceof HTMLInputElement && input.checked,
  }))
}

export function restoreTyped(typed: readonly Typed[]) {
  const known = new Map(typed.map((entry) => [entry.key, entry]))
  for (const [key, input] of inputs()) {
    const entry = known.get(key)
    if (!entry) continue
    const isChoice = input instanceof HTMLInputElement && (input.type === 'checkbox' || input.type === 'radio')
    if (isChoice ? input.checked === entry.checked : input.value === entry.value) continue
    if (isChoice) input.click()
    else setValue(input, entry.value)
  }
}

/** Through the prototype's setter, so that React notices. */
function setValue(input: Input, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
