/**
 * Whether the field's text counts after this input event. While an input method composes, the field has half a word.
 * Android keyboards compose even Latin words, so on Android every letter counts.
 */
export function isTypedSoFar(event: Event): boolean {
  return !('isComposing' in event && event.isComposing) || /Android/.test(navigator.userAgent)
}

/**
 * Whether a key belongs to an input method, such as the Enter that chooses a word. Safari reports this only by the key
 * code.
 */
export function isComposingKey({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}
