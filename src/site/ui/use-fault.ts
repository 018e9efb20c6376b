import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Shows a validation message beside the field instead of in the browser's bubble. The common messages are in the
 * reader's language.
 */
export function useFault() {
  const t = useTranslations('frame.field')
  const [fault, setFault] = useState<string | null>(null)
  const wordsOf = (input: Control) => {
    if (input.validity.valueMissing) return t('missing')
    if (input.validity.typeMismatch && input.type === 'email') return t('email')
    if (input.validity.tooShort && 'minLength' in input) return t('short', { min: String(input.minLength) })
    return input.validationMessage
  }
  return {
    fault,
    watch: {
      onInvalid(event: FormEvent<Control>) {
        event.preventDefault()
        const input = event.currentTarget
        setFault(wordsOf(input))
        if (input.form?.querySelector('input:invalid, textarea:invalid, select:invalid') === input) input.focus()
      },
      onInput: () => setFault(null),
    },
  }
}
