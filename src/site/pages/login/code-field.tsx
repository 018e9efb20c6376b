import { type RefObject, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CodePurpose } from '#src/contract/accounts.ts'
import { BotCheck } from '../../account/bot-check.tsx'
import { call } from '../../account/call.ts'

type CodeFieldProps = {
  purpose: CodePurpose
  email: RefObject<HTMLInputElement | null>
  error: string | null | undefined
}

/** Six digits from the mail, with the bot check and the button that send them, and a countdown to the next one. */
export function CodeField({ purpose, email, error }: CodeFieldProps) {
  const t = useTranslations('login')
  const id = useId()
  const [verification, setVerification] = useState('')
  const [round, setRound] = useState(0)
  const [note, setNote] = useState<{ text: string; isError: boolean } | null>(null)
  const [isSending, setSending] = useState(false)
  const [left, startCountdown] = useCountdown()

  const send = async () => {
    const input = email.current
    if (!input?.reportValidity()) return
    if (verification === '') return setNote({ text: t('bot.needed'), isError: true })
    setSending(true)
    const body = { email: input.value, purpose, verification }
    const result = await call<{ retryAfter: number }>('POST', '/api/auth/send-code', body)
    setSending(false)
    // a solution counts once, whatever came of it
    setVerification('')
    setRound(round + 1)
    if (result.ok) {
      startCountdown(result.data.retryAfter)
      setNote({ text: t('sent'), isError: false })
      document.getElementById(id)?.focus()
      return
    }
    if (result.refusal.retryAfter) startCountdown(result.refusal.retryAfter)
    setNote({ text: result.refusal.msg ?? t('busy'), isError: true })
  }

  const shown = note?.isError ? note.text : error
  return (
    <div className="field">
      <BotCheck key={round} onSolved={setVerification} error={null} />
      <label className="field-label" htmlFor={id}>
        {t('verificationCode')}
      </label>
      <div className="code-row">
        <input
          id={id}
          name="code"
          className="input num"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
          aria-invalid={shown ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={({ currentTarget }) => {
            currentTarget.value = currentTarget.value.replaceAll(/\D/g, '').slice(0, 6)
          }}
        />
        <button
          type="button"
          className="btn btn-outline needs-script"
          onClick={() => void send()}
          disabled={isSending || left > 0}
        >
          {isSending
            ? t('sending')
            : left > 0
              ? t('resendIn', { seconds: String(left) })
              : t(round === 0 ? 'send' : 'resend')}
        </button>
      </div>
      <p className={shown ? 'field-error' : 'field-hint'} id={`${id}-note`} role={shown ? 'alert' : 'status'}>
        {shown ?? note?.text}
      </p>
    </div>
  )
}

function useCountdown(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const show = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    show()
    const timer = setInterval(show, 500)
    return () => clearInterval(timer)
  }, [until])
  return [left, (seconds) => setUntil(Date.now() + seconds * 1000)]
}
