import { type RefObject, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CodePurpose } from '#src/contract/account/accounts.ts'
import { BotCheck } from '../../account/bot-check.tsx'
import { invoke } from '../../browser/invoke.ts'
import { countdown } from '../../ui/countdown.ts'
import { TextInput } from '../../ui/typing/text-input.tsx'
import { useFault } from '../../ui/use-fault.ts'
import type { LoginAnswer } from './login-action.server.ts'

type CodeFieldProps = {
  purpose: CodePurpose
  email: RefObject<HTMLInputElement | null>
  /** Shows the server's refusal of the address beside the address field. */
  onEmailRefused: (words: string | null) => void
  answer: LoginAnswer | undefined
}

export function CodeField({ purpose, email, onEmailRefused, answer }: CodeFieldProps) {
  const t = useTranslations('login')
  const bot = useTranslations('frame.botCheck')
  const id = useId()
  const [verification, setVerification] = useState('')
  const [round, setRound] = useState(0)
  const [isUnverified, setUnverified] = useState(false)
  const [note, setNote] = useState<{ text: string; isError: boolean } | null>(null)
  const [isSending, setSending] = useState(false)
  const [left, startCountdown] = useCountdown()
  const { fault, watch } = useFault()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer to the form removes the note
  useEffect(() => setNote(null), [answer])

  const send = async () => {
    const input = email.current
    if (!input?.reportValidity()) return
    setUnverified(verification === '')
    if (verification === '') return
    setSending(true)
    onEmailRefused(null)
    const body = { email: input.value, purpose, verification }
    const result = await invoke('POST /api/auth/send-code', { body })
    setSending(false)
    // A solved bot check is valid only once.
    setVerification('')
    setRound(round + 1)
    if (result.ok) {
      startCountdown(result.data.retryAfter)
      setNote({ text: t('sent'), isError: false })
      document.getElementById(id)?.focus()
      return
    }
    const { msg, param, retryAfter } = result.refusal
    if (retryAfter) startCountdown(retryAfter)
    if (param === 'email') onEmailRefused(msg)
    else setNote({ text: msg ?? t('busy'), isError: true })
  }

  const refused = answer?.param === 'code' ? (answer.msg ?? t('busy')) : null
  const shown = fault ?? (note ? note.isError && note.text : refused)
  return (
    <div className="field">
      {left === 0 && (
        <BotCheck key={round} onSolved={setVerification} error={isUnverified ? bot('missing') : undefined} />
      )}
      <label className="field-label" htmlFor={id}>
        {t('verificationCode')}
      </label>
      <div className="gap-8 code-row">
        <TextInput
          id={id}
          name="code"
          className="input num"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          aria-invalid={shown ? true : undefined}
          aria-describedby={`${id}-note`}
          {...watch}
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
              ? t('resendIn', { time: countdown(left) })
              : t(round === 0 ? 'send' : 'resend')}
        </button>
      </div>
      <p className={shown ? 'field-error' : 'quiet'} id={`${id}-note`} role={shown ? 'alert' : 'status'}>
        {shown || note?.text}
      </p>
    </div>
  )
}

function useCountdown(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [leftMs, setLeftMs] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const show = () => setLeftMs(Math.max(0, until - Date.now()))
    show()
    const timer = setInterval(show, 500)
    return () => clearInterval(timer)
  }, [until])
  return [leftMs, (seconds) => setUntil(Date.now() + seconds * 1000)]
}
