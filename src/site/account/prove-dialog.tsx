import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Invoked } from '../browser/ask.ts'
import { invoke } from '../browser/invoke.ts'
import { Field } from '../ui/field.tsx'

type Ask = { settle: (proved: boolean) => void }

/**
 * For acts that need a sign-in of the last 15 minutes: `prove(() => invoke(…))` tries, asks for the password or an e-mailed code
 * when the server wants one, and tries again. Put `dialog` on the page. Needs the `account` words.
 */
export function useProof(email: string, hasPassword = true) {
  const [ask, setAsk] = useState<Ask | null>(null)
  const prove = async <T,>(act: () => Promise<Invoked<T>>): Promise<Invoked<T>> => {
    const first = await act()
    if (first.ok || first.refusal.error !== 'recent_signin_required') return first
    const proved = await new Promise<boolean>((settle) => setAsk({ settle }))
    setAsk(null)
    return proved ? act() : first
  }
  const dialog = ask && <ProveDialog email={email} hasPassword={hasPassword} settle={ask.settle} />
  return { prove, dialog }
}

type ProveDialogProps = { email: string; hasPassword: boolean; settle: (proved: boolean) => void }

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
    if (result.ok) settle(true)
    else setError(result.refusal.msg ?? t('busy'))
  }
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="prove-title" onCancel={() => settle(false)}>
      <form onSubmit={(event) => void submit(event)}>
        <div className="dialog-head">
          <h2 id="prove-title">{t('prove.title')}</h2>
        </div>
        <div className="dialog-body dialog-fields">
          <p className="text-muted">{note ?? t('prove.why')}</p>
          <Field
            key={way}
            label={t(way === 'code' ? 'prove.code' : 'prove.password')}
            name="proof"
            type={way === 'code' ? 'text' : 'password'}
            inputMode={way === 'code' ? 'numeric' : 'text'}
            autoComplete={way === 'code' ? 'one-time-code' : 'current-password'}
            required
            error={error}
          />
          <button
            type="button"
            className="action-link"
            onClick={() => (way === 'code' && hasPassword ? setWay('password') : void mailCode())}
          >
            {t(way === 'code' && hasPassword ? 'prove.byPassword' : 'prove.byCode')}
          </button>
        </div>
        <div className="dialog-foot">
          <button type="button" className="btn btn-outline" onClick={() => settle(false)}>
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
