import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { BotCheck } from '../../account/bot-check.tsx'
import { NewPasswordFields } from '../../account/new-password-fields.tsx'
import { Field, PasswordField } from '../../ui/field.tsx'
import { CodeField } from './code-field.tsx'
import type { LoginAnswer, LoginMode } from './login-action.server.ts'

type LoginFormProps = { mode: LoginMode; returnPath: string; answer?: LoginAnswer; busy: boolean }

export function LoginForm({ mode, returnPath, answer, busy }: LoginFormProps) {
  const t = useTranslations('login')
  const [verification, setVerification] = useState('')
  const [emailRefusal, setEmailRefusal] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const email = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [answer])
  const wantsCode = mode !== 'signin'
  const setsPassword = mode === 'signup' || mode === 'reset'
  const words = answer && (answer.msg ?? t('busy'))
  const at = (param: string) => (answer?.param === param ? words : undefined)
  const isFieldError = ['email', 'password', 'confirmPassword', 'code'].includes(answer?.param ?? '')
  return (
    <Form ref={form} method="post" className="login-form">
      <input type="hidden" name="mode" value={mode} />
      <input type="hidden" name="redirect" value={returnPath} />
      {answer && !isFieldError && !answer.needsBotCheck && (
        <p className="notice notice-bad" role="alert">
          {words}
        </p>
      )}
      <Field
        ref={email}
        label={t('email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete={mode === 'code' ? 'email' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={answer?.email}
        error={emailRefusal ?? at('email')}
      />
      {wantsCode && (
        <>
          <CodeField
            purpose={mode === 'code' ? 'signin' : mode}
            email={email}
            onEmailRefused={setEmailRefusal}
            answer={answer}
          />
          <noscript>
            <p className="quiet">{t('needScript')}</p>
          </noscript>
        </>
      )}
      {mode === 'signin' && (
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="current-password"
          required
          error={at('password')}
        />
      )}
      {setsPassword && (
        <NewPasswordFields
          label={t(mode === 'reset' ? 'newPassword' : 'password')}
          hint={t('passwordHint')}
          confirmLabel={t('confirmPassword')}
          at={at}
        />
      )}
      {answer?.needsBotCheck && (
        <>
          <BotCheck onSolved={setVerification} error={words} />
          <input type="hidden" name="verification" value={verification} />
        </>
      )}
      <button type="submit" className="btn btn-accent" aria-busy={busy} disabled={busy}>
        {busy && <span className="spinner" />}
        {t(`${mode}.submit`)}
      </button>
    </Form>
  )
}
