import { useTranslations } from 'use-intl'
import { Field } from '../../ui/field.tsx'
import type { ActAnswer } from './act-answer.ts'
import './proof-fields.css'

/** For an act that needs a sign-in of the last 15 minutes: the password or a mailed code, in the act's form. */
export function ProofFields({ answer, email }: { answer: ActAnswer; email: string }) {
  const t = useTranslations('operator.prove')
  const { prove, param, message } = answer
  if (prove === null) return null
  const error = param === 'proof' ? message : undefined
  return (
    <fieldset className="proof">
      <legend>{t('title')}</legend>
      <p className="field-hint">{prove === 'code' ? t('sent', { email }) : t('why')}</p>
      <Field
        key={prove}
        label={t(prove)}
        name={`proof-${prove}`}
        type={prove === 'code' ? 'text' : 'password'}
        inputMode={prove === 'code' ? 'numeric' : 'text'}
        autoComplete={prove === 'code' ? 'one-time-code' : 'current-password'}
        error={error}
      />
      <button type="submit" name="proof-mail" value="yes" formNoValidate className="action-link">
        {t('byMail')}
      </button>
    </fieldset>
  )
}
