import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Refused } from '#src/contract/account/refused.ts'
import type { SecurityOverview } from '#src/contract/account/security.ts'
import { NewPasswordFields } from '../../account/new-password-fields.tsx'
import type { Act } from '../../account/use-act.ts'
import { countdown } from '../../ui/countdown.ts'
import { Field, PasswordField } from '../../ui/field.tsx'
import { useWait, WaitButton } from '../../ui/form/wait.tsx'
import { CallForm, SubmitButton } from '../../ui/form/work-form.tsx'

export type CardProps = { overview: SecurityOverview; act: Act }

function read(event: FormEvent<HTMLFormElement>, name: string): string {
  return String(new FormData(event.currentTarget).get(name) ?? '')
}

export function PasswordCard({ overview, act }: CardProps) {
  const t = useTranslations('security.password')
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const at = (param: string) => (refusal?.param === param ? refusal.msg : undefined)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const body = {
      ...(overview.hasPassword ? { currentPassword: read(event, 'currentPassword') } : {}),
      password: read(event, 'password'),
      confirmPassword: read(event, 'confirmPassword'),
    }
    const result = await act('POST /api/security/password', { body }, t('done'))
    setRefusal(result.ok ? null : result.refusal)
    if (result.ok) form.reset()
  }
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t('title')}</h2>
      </div>
      <CallForm className="card-body security-form" method="post" data-scripted onSubmit={submit}>
        <input type="hidden" name="username" autoComplete="username" value={overview.email} />
        {overview.hasPassword ? (
          <PasswordField
            label={t('current')}
            name="currentPassword"
            autoComplete="current-password"
            required
            error={at('currentPassword')}
          />
        ) : (
          <p className="text-muted">{t('none')}</p>
        )}
        <NewPasswordFields label={t('next')} hint={t('hint')} confirmLabel={t('again')} at={at} />
        <SubmitButton className="btn btn-outline">{t('submit')}</SubmitButton>
      </CallForm>
    </section>
  )
}

export function EmailCard({ overview, act }: CardProps) {
  const t = useTranslations('security.email')
  const frame = useTranslations('frame.field')
  const [next, setNext] = useState<string | null>(null)
  const wait = useWait()
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const at = (param: string) => (refusal?.param === param ? refusal.msg : undefined)
  const send = async (email: string) => {
    const result = await act('POST /api/security/email', { body: { email } })
    setRefusal(result.ok ? null : result.refusal)
    wait.start((result.ok ? result.data : result.refusal).retryAfter)
    if (result.ok) setNext(email)
  }
  const start = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    await send(read(event, 'email'))
  }
  const finish = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (next === null) return
    const body = { email: next, currentCode: read(event, 'currentCode'), newCode: read(event, 'newCode') }
    const result = await act('POST /api/security/email/confirm', { body }, t('done'))
    setRefusal(result.ok ? null : result.refusal)
    if (result.ok) setNext(null)
  }
  const code = { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 6, required: true } as const
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t('title')}</h2>
        <small className="account-email">{overview.email}</small>
      </div>
      {next === null ? (
        <CallForm className="card-body security-form" method="post" data-scripted onSubmit={start}>
          <Field label={t('next')} name="email" type="email" autoComplete="email" required error={at('email')} />
          <SubmitButton className="btn btn-outline" disabled={wait.leftMs > 0}>
            {wait.leftMs > 0 ? frame('wait', { time: countdown(wait.leftMs) }) : t('submit')}
          </SubmitButton>
        </CallForm>
      ) : (
        <CallForm className="card-body security-form" method="post" data-scripted onSubmit={finish}>
          <p className="text-muted" role="status">
            {t('sent', { old: overview.email, next })}
          </p>
          <Field label={t('currentCode')} name="currentCode" {...code} error={at('currentCode')} />
          <Field label={t('newCode')} name="newCode" {...code} error={at('newCode') ?? at('email')} />
          <SubmitButton>{t('confirm')}</SubmitButton>
          <WaitButton className="action-link" wait={wait} work={() => send(next)}>
            {frame('sendAgain')}
          </WaitButton>
        </CallForm>
      )}
    </section>
  )
}
