import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/account/keys.ts'
import type { Refused } from '#src/contract/account/refused.ts'
import type { Input } from '#src/contract/account/routes.ts'
import { type SheetKind, sheetKinds } from '#src/contract/account/sheet-choices.ts'
import { nameMax } from '#src/contract/values/human-name.ts'
import { invoke } from '../../../browser/invoke.ts'
import type { Prove } from '../../../proof/use-proof.tsx'
import { CopyButton } from '../../../ui/code/copy-button.tsx'
import { DialogHead } from '../../../ui/dialog-head.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { CallForm } from '../../../ui/form/work-form.tsx'
import { useDialog } from '../../../ui/sheet/use-dialog.ts'
import { Foot } from '../dialogs/key-dialog-foot.tsx'
import { TableFields } from './table-fields.tsx'

type LinkDialogProps = { keys: readonly ApiKey[]; prove: Prove; onClose: () => void; onChange: () => void }
type Body = Input<'POST /api/sheet-links'>['body']

/** Makes a link, then shows its address once. */
export function LinkDialog({ keys, prove, onClose, onChange }: LinkDialogProps) {
  const dialog = useDialog()
  const [address, setAddress] = useState<string | null>(null)
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="link-dialog" onCancel={onClose}>
      {address === null ? (
        <MakeLink
          keys={keys}
          prove={prove}
          onClose={onClose}
          onDone={(made) => {
            setAddress(made)
            onChange()
          }}
        />
      ) : (
        <MadeLink address={address} onClose={onClose} />
      )}
    </dialog>
  )
}

type MakeLinkProps = Omit<LinkDialogProps, 'onChange'> & { onDone: (address: string) => void }

function MakeLink({ keys, prove, onClose, onDone }: MakeLinkProps) {
  const t = useTranslations('dashboard.links')
  const [kind, setKind] = useState<SheetKind>('bars')
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = bodyOf(new FormData(event.currentTarget), kind)
    const result = await prove(() => invoke('POST /api/sheet-links', { body }))
    if (result.ok) onDone(result.data.address)
    else setRefusal(result.refusal)
  }
  const at = (...params: string[]) =>
    refusal?.param !== undefined && params.includes(refusal.param) ? (refusal.msg ?? t('failed')) : undefined
  const isElsewhere = refusal !== null && at('name', 'symbol', 'symbols', 'table') === undefined
  return (
    <CallForm onSubmit={submit}>
      <DialogHead id="link-dialog" title={t('add')} onClose={onClose} />
      <div className="dialog-body dialog-fields">
        <Field label={t('name')} hint={t('nameHint')} name="name" maxLength={nameMax.key} required error={at('name')} />
        <SelectField
          label={t('table')}
          name="kind"
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value as SheetKind)}
        >
          {sheetKinds.map((name) => (
            <option key={name} value={name}>
              {t(`kinds.${name}`)}
            </option>
          ))}
        </SelectField>
        <TableFields kind={kind} error={at('symbol', 'symbols', 'table')} />
        {keys.length === 1 ? (
          <input type="hidden" name="keyId" value={keys[0]?.id} />
        ) : (
          <SelectField label={t('bookedOnKey')} name="keyId">
            {keys.map(({ id, key, planName, aliasName }) => (
              <option key={id} value={id}>
                {`${aliasName || planName} · ${key}`}
              </option>
            ))}
          </SelectField>
        )}
        {isElsewhere && (
          <p className="field-error" role="alert">
            {refusal.msg ?? t('failed')}
          </p>
        )}
      </div>
      <Foot confirm={t('make')} onClose={onClose} />
    </CallForm>
  )
}

function MadeLink({ address, onClose }: { address: string; onClose: () => void }) {
  const t = useTranslations('dashboard.links')
  const formula = `=IMPORTDATA("${address}")`
  return (
    <>
      <DialogHead id="link-dialog" title={t('ready')} onClose={onClose} />
      <div className="dialog-body dialog-fields">
        <p className="text-muted">{t('once')}</p>
        <code className="breakable">{address}</code>
        <p>{t('google')}</p>
        <code className="breakable">{formula}</code>
        <p>{t('excel')}</p>
      </div>
      <div className="dialog-foot">
        <CopyButton text={formula} label={t('copyFormula')} className="btn btn-outline" />
        <CopyButton text={address} label={t('copyAddress')} className="btn btn-accent" />
      </div>
    </>
  )
}

function bodyOf(form: FormData, kind: SheetKind): Body {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const named = { name: text('name'), keyId: text('keyId') }
  if (kind === 'prices') {
    const symbols = text('symbols')
      .split(/[\s,;，、]+/)
      .filter((one) => one !== '')
    return { ...named, table: { kind, symbols } }
  }
  const table = {
    ...{ kind, symbol: text('symbol'), interval: text('interval'), rows: Number(text('rows')) },
    adjust: text('adjust'),
  } as Extract<Body['table'], { kind: 'bars' }>
  return { ...named, table }
}
