import { type FormEvent, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ProofWay, Refused } from '#src/contract/account/refused.ts'
import type { FactorProof } from '#src/contract/account/security.ts'
import { invoke } from '../browser/invoke.ts'
import { DialogHead } from '../ui/dialog-head.tsx'
import { Field, PasswordField } from '../ui/field.tsx'
import { useWait, WaitButton } from '../ui/form/wait.tsx'
import { CallForm, SubmitButton } from '../ui/form/work-form.tsx'
import { useDialog } from '../ui/sheet/use-dialog.ts'
import { requestPasskey } from './request-passkey.ts'

export type Proof = FactorProof & { password?: string }

type ProofDialogProps = {
  kind: 'prove' | 'factor'
  email: string
  ways: readonly ProofWay[]
  /** Tries a proof. Resolves with the refusal, or with null when the prompt has ended. */
  attempt: (proof: Proof) => Promise<Refused | null>
  giveUp: () => void
}

type TypedWay = Exclude<ProofWay, 'passkey'>

/** Prompts for a proof. The focus is in the first field or, without a field, on the first button. */
export function ProofDialog({ kind, email, ways, attempt, giveUp }: ProofDialogProps) {
  const t = useTranslations('account')
  const frame = useTranslations('frame.field')
  const dialog = useDialog()
  const [way, setWay] = useState(ways[0])
  const [error, setError] = useState<string | null>(null)
  const [isMailed, setMailed] = useState(false)
  const wait = useWait()
  // The field for a mailed code appears only after the reader has requested the mail.
  const field = way === 'passkey' || (way === 'mailCode' && !isMailed) ? undefined : way
  useEffect(() => {
    dialog.current?.querySelector<HTMLElement>('.dialog-body :is(input, button)')?.focus()
  }, [dialog])

  const send = async (proof: Proof) => {
    const refusal = await attempt(proof)
    if (refusal) setError(proof.passkey ? t('factor.passkeyFailed') : (refusal.msg ?? t('busy')))
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = String(new FormData(event.currentTarget).get('proof') ?? '')
    if (field) return send(proofOf(field, given))
    setError(null)
    const passkey = await requestPasskey()
    if (passkey.proof) await send({ passkey: passkey.proof })
    else setError(passkey.msg ?? t('factor.passkeyFailed'))
  }
  const choose = (other: ProofWay) => {
    setError(null)
    setWay(other)
  }
  const byMail = async () => {
    setError(null)
    const result = await invoke('POST /api/security/code', {})
    if (!result.ok) return wait.start(result.refusal.retryAfter, result.refusal.msg ?? t('busy'))
    wait.start(result.data.retryAfter)
    setMailed(true)
    setWay('mailCode')
  }
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="proof-title" onCancel={giveUp}>
      <CallForm onSubmit={submit}>
        <DialogHead id="proof-title" title={t(`${kind}.title`)} onClose={giveUp} />
        <div className="dialog-body dialog-fields">
          <p className="text-muted">{field === 'mailCode' ? t('prove.sent', { email }) : t(`${kind}.why`)}</p>
          {field && <ProofField field={field} error={error} />}
          {way === 'passkey' && <SubmitButton>{t('factor.passkey')}</SubmitButton>}
          {way === 'mailCode' && (
            <WaitButton className={isMailed ? 'action-link' : 'btn btn-accent'} wait={wait} work={byMail}>
              {isMailed ? frame('sendAgain') : t('factor.mailCode')}
            </WaitButton>
          )}
          {way === 'passkey' && <Refusal msg={error} />}
          {ways
            .filter((other) => other !== way)
            .map((other) =>
              other === 'mailCode' && !isMailed ? (
                <WaitButton key={other} className="action-link" wait={wait} work={byMail}>
                  {t('factor.by.mailCode')}
                </WaitButton>
              ) : (
                <button key={other} type="button" className="action-link" onClick={() => choose(other)}>
                  {t(`factor.by.${other}`)}
                </button>
              ),
            )}
          <Refusal msg={wait.msg} />
        </div>
        <div className="dialog-foot">
          <button type="button" className="btn btn-outline" onClick={giveUp}>
            {t('prove.cancel')}
          </button>
          {field && <SubmitButton>{t('prove.confirm')}</SubmitButton>}
        </div>
      </CallForm>
    </dialog>
  )
}

function Refusal({ msg }: { msg: string | null }) {
  return (
    msg && (
      <p className="field-error" role="alert">
        {msg}
      </p>
    )
  )
}

function proofOf(field: TypedWay, given: string): Proof {
  switch (field) {
    case 'password':
      return { password: given }
    case 'code':
      return { code: given }
    case 'mailCode':
      return { mailCode: given }
  }
}

function ProofField({ field, error }: { field: TypedWay; error: string | null }) {
  const t = useTranslations('account')
  if (field === 'password')
    return (
      <PasswordField
        label={t('prove.password')}
        name="proof"
        autoComplete="current-password"
        autoFocus
        required
        error={error}
      />
    )
  return (
    <Field
      key={field}
      label={t(field === 'code' ? 'factor.code' : 'prove.code')}
      name="proof"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      required
      error={error}
    />
  )
}
