import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { Field } from '../../ui/field.tsx'
import type { LoginAnswer } from './login-action.server.ts'

export function SecondFactorForm({
  answer,
  returnPath,
  busy,
}: {
  answer: LoginAnswer
  returnPath: string
  busy: boolean
}) {
  const t = useTranslations('login')
  const isRetry = answer.param === 'code' || answer.msg === null
  return (
    <Form method="post" className="login-form">
      <input type="hidden" name="mode" value={answer.mode} />
      <input type="hidden" name="ticket" value={answer.ticket} />
      <input type="hidden" name="redirect" value={returnPath} />
      <Field
        label={t('secondCode')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
        error={isRetry ? (answer.msg ?? t('busy')) : undefined}
      />
      <button type="submit" className="btn btn-accent" aria-busy={busy} disabled={busy}>
        {busy && <span className="spinner" />}
        {t('second.submit')}
      </button>
    </Form>
  )
}
