import { startAuthentication } from '@simplewebauthn/browser'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FactorWay, Refused } from '#src/contract/account/refused.ts'
import type { FactorProof } from '#src/contract/account/security.ts'
import type { Invoked } from '../browser/call-route.ts'
import { invoke } from '../browser/invoke.ts'
import { Field } from '../ui/field.tsx'

/** `attempt`: tries a proof, and returns the refusal when another proof may succeed. `giveUp`: cancels the prompt. */
type FactorPrompt = {
  ways: readonly FactorWay[]
  attempt: (proof: FactorProof) => Promise<Refused | null>
  giveUp: () => void
}

/**
 * For actions that change how the account is accessed: `withFactor((proof) => invoke(…))` first tries without a
 * proof. If the server requires a second factor, it prompts for one until it is accepted or cancelled. Put `dialog`
 * on the page.
 */
export function useFactor(email: string) {
  const [prompt, setPrompt] = useState<FactorPrompt | null>(null)
  const withFactor = async <T,>(act: (proof: FactorProof) => Promise<Invoked<T>>): Promise<Invoked<T>> => {
    const first = await act({})
    if (first.ok || first.refusal.error !== 'fresh_factor_required') return first
    const { ways = [] } = first.refusal
    const result = await new Promise<Invoked<T>>((settle) => {
      const attempt = async (proof: FactorProof) => {
        const next = await act(proof)
        if (!next.ok && isAboutProof(next.refusal, ways)) return next.refusal
        settle(next)
        return null
      }
      setPrompt({ ways, attempt, giveUp: () => settle(first) })
    })
    setPrompt(null)
    return result
  }
  const dialog = prompt && <FactorDialog email={email} {...prompt} />
  return { withFactor, dialog }
}

function FactorDialog({ email, ways, attempt, giveUp }: FactorPrompt & { email: string }) {
  const t = useTranslations('account')
  const dialog = useRef<HTMLDialogElement>(null)
  const [isMailed, setMailed] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field: FactorWay | null = ways.includes('code') ? 'code' : isMailed ? 'mailCode' : null
  useEffect(() => dialog.current?.showModal(), [])

  const send = async (proof: FactorProof) => {
    setBusy(true)
    const refusal = await attempt(proof)
    setBusy(false)
    if (refusal) setError('passkey' in proof ? t('factor.passkeyFailed') : (refusal.msg ?? t('busy')))
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = String(new FormData(event.currentTarget).get('proof') ?? '')
    if (field) await send(field === 'code' ? { code: given } : { mailCode: given })
  }
  const byPasskey = async () => {
    setError(null)
    const passkey = await requestPasskey()
    if (passkey.proof) await send({ passkey: passkey.proof })
    else setError(passkey.msg ?? t('factor.passkeyFailed'))
  }
  const byMail = async () => {
    const result = await invoke('POST /api/security/code', {})
    setError(result.ok ? null : (result.refusal.msg ?? t('busy')))
    if (result.ok) setMailed(true)
  }
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="factor-title" onCancel={giveUp}>
      <form onSubmit={(event) => void submit(event)}>
        <div className="dialog-head">
          <h2 id="factor-title">{t('factor.title')}</h2>
        </div>
        <div className="dialog-body dialog-fields">
          <p className="text-muted">{isMailed ? t('prove.sent', { email }) : t('factor.why')}</p>
          <ProofField field={field} error={error} />
          {ways.includes('passkey') && <PasskeyButton isFirst={field === null} busy={busy} onUse={byPasskey} />}
          {ways.includes('mailCode') && !isMailed && (
            <button type="button" className="action-link" onClick={() => void byMail()}>
              {t('prove.byCode')}
            </button>
          )}
        </div>
        <div className="dialog-foot">
          <button type="button" className="btn btn-outline" onClick={giveUp}>
            {t('prove.cancel')}
          </button>
          {field && (
            <button type="submit" className="btn btn-accent" disabled={busy}>
              {t('prove.confirm')}
            </button>
          )}
        </div>
      </form>
    </dialog>
  )
}

function ProofField({ field, error }: { field: FactorWay | null; error: string | null }) {
  const t = useTranslations('account')
  if (!field)
    return (
      error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )
    )
  return (
    <Field
      key={field}
      label={t(field === 'code' ? 'factor.code' : 'prove.code')}
      name="proof"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      error={error}
    />
  )
}

function PasskeyButton({ isFirst, busy, onUse }: { isFirst: boolean; busy: boolean; onUse: () => Promise<void> }) {
  const t = useTranslations('account')
  const variant = isFirst ? 'btn-accent' : 'btn-outline'
  return (
    <button type="button" className={`btn ${variant}`} disabled={busy} onClick={() => void onUse()}>
      {t('factor.passkey')}
    </button>
  )
}

/** Whether the reader may try again, because only the proof was wrong. Any other refusal ends the prompt. */
function isAboutProof({ error, param }: Refused, ways: readonly FactorWay[]): boolean {
  return error === 'too_often' || ways.some((way) => way === param)
}

/** The browser's response to the server's challenge. If there is none, `msg` is the server's reason, if any. */
async function requestPasskey(): Promise<{ proof: FactorProof['passkey'] | null; msg?: string | null }> {
  const result = await invoke('POST /api/security/passkeys/proof', {})
  if (!result.ok) return { proof: null, msg: result.refusal.msg }
  const { ticket, options } = result.data
  // The passkey prompt was cancelled, timed out or is not supported; the browser does not report which.
  const response = await startAuthentication({ optionsJSON: options }).catch(() => null)
  return { proof: response && { ticket, response: { ...response } } }
}
