import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/account/keys.ts'
import { nameMax, readName } from '#src/contract/values/human-name.ts'
import { invoke } from '../../../browser/invoke.ts'
import type { Prove } from '../../../proof/use-proof.tsx'
import { CopyButton } from '../../../ui/code/copy-button.tsx'
import { DialogHead } from '../../../ui/dialog-head.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { CallForm } from '../../../ui/form/work-form.tsx'
import { useDialog } from '../../../ui/sheet/use-dialog.ts'
import { toast } from '../../../ui/toast.tsx'
import { AssignKey } from './assign-key.tsx'
import { Foot } from './key-dialog-foot.tsx'
import { RestrictKey } from './restrict-key.tsx'

/** For `show`, `apiKey` contains the whole key. */
export type KeyAct = { kind: 'rename' | 'reset' | 'scope' | 'holder' | 'show'; apiKey: ApiKey }
type KeyDialogProps = { act: KeyAct; prove: Prove; onClose: () => void; onChange: () => void }

const overlapChoices = [0, 1, 24, 72, 168] as const

export function KeyDialog({ act, prove, onClose, onChange }: KeyDialogProps) {
  const dialog = useDialog()
  const [shown, setShown] = useState<ApiKey | null>(act.kind === 'show' ? act.apiKey : null)
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="key-dialog" onCancel={onClose}>
      {shown ? (
        <WholeKey apiKey={shown} onClose={onClose} />
      ) : act.kind === 'rename' ? (
        <Rename apiKey={act.apiKey} onClose={onClose} onChange={onChange} />
      ) : act.kind === 'holder' ? (
        <AssignKey apiKey={act.apiKey} prove={prove} onClose={onClose} onChange={onChange} />
      ) : act.kind === 'scope' ? (
        <RestrictKey apiKey={act.apiKey} prove={prove} onClose={onClose} onChange={onChange} />
      ) : (
        <Reset
          apiKey={act.apiKey}
          prove={prove}
          onClose={onClose}
          onDone={(key) => {
            setShown(key)
            onChange()
          }}
        />
      )}
    </dialog>
  )
}

function Rename({ apiKey, onClose, onChange }: { apiKey: ApiKey; onClose: () => void; onChange: () => void }) {
  const t = useTranslations('dashboard.rename')
  const [error, setError] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '')
    if (readName(name, nameMax.key).kind === 'empty') return setError(t('empty'))
    const result = await invoke('POST /api/keys/{id}/rename', { params: { id: apiKey.id }, body: { name } })
    if (!result.ok) return setError(result.refusal.msg ?? t('failed'))
    toast(t('done'))
    onChange()
    onClose()
  }
  return (
    <CallForm onSubmit={submit} noValidate>
      <DialogHead id="key-dialog" title={t('title', { key: apiKey.key })} onClose={onClose} />
      <div className="dialog-body">
        <Field label={t('label')} name="name" maxLength={nameMax.key} defaultValue={apiKey.aliasName} error={error} />
      </div>
      <Foot confirm={t('confirm')} onClose={onClose} />
    </CallForm>
  )
}

type ResetProps = { apiKey: ApiKey; prove: Prove; onClose: () => void; onDone: (key: ApiKey) => void }

function Reset({ apiKey, prove, onClose, onDone }: ResetProps) {
  const t = useTranslations('dashboard.reset')
  const [error, setError] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const overlapHours = Number(new FormData(event.currentTarget).get('overlap'))
    const result = await prove(() =>
      invoke('POST /api/keys/{id}/reset', { params: { id: apiKey.id }, body: { overlapHours } }),
    )
    if (!result.ok)
      return setError(result.refusal.error === 'reset_too_soon' ? t('failed') : (result.refusal.msg ?? t('failed')))
    toast(t('done'))
    onDone(result.data)
  }
  return (
    <CallForm onSubmit={submit}>
      <DialogHead id="key-dialog" title={t('title', { key: apiKey.key })} onClose={onClose} />
      <div className="dialog-body dialog-fields">
        <p className="text-muted">{t('message')}</p>
        <SelectField label={t('overlap')} hint={t('again')} name="overlap" error={error} defaultValue={1}>
          {overlapChoices.map((hours) => (
            <option key={hours} value={hours}>
              {t('hours', { hours })}
            </option>
          ))}
        </SelectField>
      </div>
      <Foot confirm={t('confirm')} onClose={onClose} danger />
    </CallForm>
  )
}

function WholeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTranslations('dashboard.whole')
  return (
    <>
      <DialogHead id="key-dialog" title={t('title')} onClose={onClose} />
      <div className="dialog-body">
        <p className="text-muted">{t('lead')}</p>
        <code className="framed block breakable top-12 whole-key">{apiKey.key}</code>
      </div>
      <div className="dialog-foot">
        <CopyButton text={apiKey.key} className="btn btn-accent" />
      </div>
    </>
  )
}
