/**
 * Whether an input event is part of the text. While an input method composes, the field holds half a word. Keyboards
 * of Android compose Latin words too, letter by letter, so there every letter counts.
 */
export function isTypedSoFar(event: Event): boolean {
  return !('isComposing' in event && event.isComposing) || /Android/.test(navigator.userAgent)
}

/** Whether a key belongs to an input method, such as the Enter that chooses a word. Safari says so only by key code. */
export function isComposingKey({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}
