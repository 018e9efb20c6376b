import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Invoked } from '../browser/call-route.ts'
import { invoke } from '../browser/invoke.ts'
import { DialogHead } from '../ui/dialog-head.tsx'
import { Field, PasswordField } from '../ui/field.tsx'

export type Prove = <T>(act: () => Promise<Invoked<T>>) => Promise<Invoked<T>>

/** Until when the proof is valid, ms; null when the reader cancelled. */
type Proved = number | null
type ProofPrompt = { settle: (proved: Proved) => void }

/**
 * For actions that need a sign-in of the last 15 minutes: `prove(() => invoke(…))` tries, prompts for the password or
 * an e-mailed code if the server requires it, and tries again. `provedUntil`: until when the newest proof is valid,
 * ms. Put `dialog` on the page. Needs the messages of `account`.
 */
export function useProof(email: string, hasPassword = true) {
  const [prompt, setPrompt] = useState<ProofPrompt | null>(null)
  const [provedUntil, setProvedUntil] = useState(0)
  const prove: Prove = async (act) => {
    const first = await act()
    if (first.ok || first.refusal.error !== 'recent_signin_required') return first
    const proved = await new Promise<Proved>((settle) => setPrompt({ settle }))
    setPrompt(null)
    if (proved === null) return first
    setProvedUntil(proved)
    return act()
  }
  const dialog = prompt && <ProveDialog email={email} hasPassword={hasPassword} settle={prompt.settle} />
  return { prove, provedUntil, dialog }
}

type ProveDialogProps = { email: string; hasPassword: boolean; settle: ProofPrompt['settle'] }

function ProveDialog({ email, hasPassword, settle }: ProveDialogProps) {
  const t = useTranslations('account')
  const dialog = useRef<HTMLDialogElement>(null)
  const [way, setWay] = useState<'password' | 'code'>('password')
  const [note, setNote] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => dialog.current?.showModal(), [])

  const mailCode = async () => {
    setError(null)
    setWay('code')
    const result = await invoke('POST /api/security/code', {})
    if (result.ok) setNote(t('prove.sent', { email }))
    else setError(result.refusal.msg ?? t('busy'))
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = String(new FormData(event.currentTarget).get('proof') ?? '')
    const body = way === 'code' ? { code: given } : { password: given }
    const result = await invoke('POST /api/security/confirm', { body })
    if (result.ok) settle(result.data.recentUntil)
    else setError(result.refusal.msg ?? t('busy'))
  }
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="prove-title" onCancel={() => settle(null)}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogHead id="prove-title" title={t('prove.title')} onClose={() => settle(null)} />
        <div className="dialog-body dialog-fields">
          <p className="text-muted">{note ?? t('prove.why')}</p>
          {way === 'code' ? (
            <Field
              key={way}
              label={t('prove.code')}
              name="proof"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              error={error}
            />
          ) : (
            <PasswordField
              key={way}
              label={t('prove.password')}
              name="proof"
              autoComplete="current-password"
              required
              error={error}
            />
          )}
          <button
            type="button"
            className="action-link"
            onClick={() => (way === 'code' && hasPassword ? setWay('password') : void mailCode())}
          >
            {t(way === 'code' && hasPassword ? 'prove.byPassword' : 'prove.byCode')}
          </button>
        </div>
        <div className="dialog-foot">
          <button type="button" className="btn btn-outline" onClick={() => settle(null)}>
            {t('prove.cancel')}
          </button>
          <button type="submit" className="btn btn-accent">
            {t('prove.confirm')}
          </button>
        </div>
      </form>
    </dialog>
  )
}
