import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { requestPasskey } from '../../proof/request-passkey.ts'
import { Field } from '../../ui/field.tsx'
import type { ActAnswer } from './act-answer.ts'
import './proof-fields.css'

/**
 * The prompt of an act that needs a fresh factor: a passkey, whose response submits the act's form, or a field for a
 * code, which the form's button submits. The prompt scrolls into view and takes the focus.
 */
export function ProofFields({ answer }: { answer: ActAnswer }) {
  const t = useTranslations('operator.prove')
  const { prove, param, message } = answer
  const box = useRef<HTMLFieldSetElement>(null)
  const response = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    if (answer.prove === null) return
    if (response.current) response.current.value = ''
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.querySelector<HTMLElement>('button, .input')?.focus({ preventScroll: true })
  }, [answer])
  const askPasskey = async () => {
    setFailure(null)
    const { proof, msg } = await requestPasskey()
    const field = response.current
    if (!proof || !field?.form) return setFailure(msg ?? t('passkeyFailed'))
    field.value = JSON.stringify(proof)
    field.form.requestSubmit()
  }
  const askOnSubmit = useEffectEvent(askPasskey)
  useEffect(() => {
    const field = response.current
    const askFirst = (event: SubmitEvent) => {
      const form = event.currentTarget as HTMLFormElement
      if (field?.value !== '' || new FormData(form).get('proof-code')) return
      event.preventDefault()
      event.stopPropagation()
      void askOnSubmit()
    }
    const form = field?.form
    form?.addEventListener('submit', askFirst, true)
    return () => form?.removeEventListener('submit', askFirst, true)
  }, [])
  if (prove === null) return null
  const error = failure ?? (param === 'proof' ? message : undefined)
  return (
    <fieldset ref={box} className="gap-8 pad-12-16 proof">
      <legend>{t('title')}</legend>
      <input type="hidden" name="proof-ways" value={prove.join()} />
      <p className="quiet">{t('why')}</p>
      {prove.includes('passkey') && (
        <>
          <input ref={response} type="hidden" name="proof-passkey" />
          <button type="button" className="btn btn-ink needs-script" onClick={() => void askPasskey()}>
            {t('passkey')}
          </button>
        </>
      )}
      {prove.includes('code') ? (
        <Field
          label={t('code')}
          name="proof-code"
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          error={error}
        />
      ) : (
        error && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )
      )}
    </fieldset>
  )
}
