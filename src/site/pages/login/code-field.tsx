import { type RefObject, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CodePurpose } from '#src/contract/account/accounts.ts'
import { BotCheck } from '../../account/bot-check.tsx'
import { invoke } from '../../browser/invoke.ts'
import { useWait, WaitButton } from '../../ui/form/wait.tsx'
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
  const field = useTranslations('frame.field')
  const id = useId()
  const [verification, setVerification] = useState('')
  const [round, setRound] = useState(0)
  const [isUnverified, setUnverified] = useState(false)
  const [last, setLast] = useState<'answer' | 'sent' | 'refused'>('answer')
  const wait = useWait()
  const { fault, watch } = useFault()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer to the form replaces the note
  useEffect(() => setLast('answer'), [answer])

  const send = async () => {
    const input = email.current
    if (!input?.reportValidity()) return
    setUnverified(verification === '')
    if (verification === '') return
    onEmailRefused(null)
    const body = { email: input.value, purpose, verification }
    const result = await invoke('POST /api/auth/send-code', { body })
    // A solved bot check is valid only once.
    setVerification('')
    setRound(round + 1)
    if (result.ok) {
      wait.start(result.data.retryAfter)
      setLast('sent')
      document.getElementById(id)?.focus()
      return
    }
    setLast('refused')
    const { msg, param, retryAfter } = result.refusal
    if (param === 'email') onEmailRefused(msg)
    else wait.start(retryAfter, msg ?? t('busy'))
  }

  const refused = answer?.param === 'code' ? (answer.msg ?? t('busy')) : null
  const shown = fault ?? (last === 'answer' ? refused : wait.msg)
  return (
    <div className="field">
      {wait.leftMs === 0 && (
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
        <WaitButton className="btn btn-outline needs-script" wait={wait} work={send}>
          {round === 0 ? t('send') : field('sendAgain')}
        </WaitButton>
      </div>
      <p className={shown ? 'field-error' : 'quiet'} id={`${id}-note`} role={shown ? 'alert' : 'status'}>
        {shown ?? (last === 'sent' && t('sent'))}
      </p>
    </div>
  )
}
