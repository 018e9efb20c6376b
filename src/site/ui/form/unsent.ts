/**
 * Whether a reload would lose something: a text that was typed and not sent, a chosen file, an open dialog, a form that
 * is being sent, or an act that a page marks with `data-open-act`. Fields are never controlled (`text-input.tsx`), so
 * each one has the text that it began with.
 */
export function hasUnsent(): boolean {
  if (document.querySelector('dialog[open], [data-open-act], button[aria-busy="true"]')) return true
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(isTyped)
}

function isTyped(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  if (field.type === 'file') return field.value !== ''
  return !/^(checkbox|radio|hidden|button|submit|range|color)$/.test(field.type) && field.value !== field.defaultValue
}
