import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiKey, KeyScope } from '#src/contract/account/keys.ts'
import { assetClasses } from '#src/contract/market.ts'
import { invoke } from '../../../browser/invoke.ts'
import type { Prove } from '../../../proof/use-proof.tsx'
import { DialogHead } from '../../../ui/dialog-head.tsx'
import { SelectField, TextAreaField } from '../../../ui/field.tsx'
import { CallForm } from '../../../ui/form/work-form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Foot } from './key-dialog-foot.tsx'

type RestrictKeyProps = { apiKey: ApiKey; prove: Prove; onClose: () => void; onChange: () => void }
type Wrong = { param: 'classes' | 'networks' | null; message: string }

/**
 * A key's classes, APIs and networks. Choosing every class means no restriction, so that classes of later plans are
 * included.
 */
export function RestrictKey({ apiKey, prove, onClose, onChange }: RestrictKeyProps) {
  const t = useTranslations('dashboard.scope')
  const names = useTranslations('dashboard.classes')
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const { classes, access, networks } = apiKey.scope
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = scopeIn(new FormData(event.currentTarget))
    if (body.classes?.length === 0) return setWrong({ param: 'classes', message: t('wrongClasses') })
    const result = await prove(() => invoke('POST /api/keys/{id}/scope', { params: { id: apiKey.id }, body }))
    if (!result.ok) {
      const { param, msg } = result.refusal
      return setWrong(
        param === 'networks' ? { param, message: t('wrongNetworks') } : { param: null, message: msg ?? t('failed') },
      )
    }
    toast(t('done'))
    onChange()
    onClose()
  }
  return (
    <CallForm onSubmit={submit} noValidate>
      <DialogHead id="key-dialog" title={t('title', { key: apiKey.key })} onClose={onClose} />
      <div className="dialog-body dialog-fields">
        <p className="text-muted">{t('lead')}</p>
        <fieldset className="choices" aria-describedby={wrong?.param === 'classes' ? 'key-classes-error' : undefined}>
          <legend className="field-label">{t('classes')}</legend>
          {assetClasses.map((name) => (
            <label key={name}>
              <input type="checkbox" name="class" value={name} defaultChecked={classes?.includes(name) ?? true} />
              {names(name)}
            </label>
          ))}
          {wrong?.param === 'classes' && (
            <p className="field-error" id="key-classes-error" role="alert">
              {wrong.message}
            </p>
          )}
        </fieldset>
        <SelectField label={t('access')} name="access" defaultValue={access}>
          {(['all', 'rest', 'stream'] as const).map((choice) => (
            <option key={choice} value={choice}>
              {t(choice)}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label={t('networks')}
          hint={t('hint')}
          name="networks"
          rows={3}
          spellCheck={false}
          defaultValue={networks.join('\n')}
          error={wrong?.param === 'networks' && wrong.message}
        />
        {wrong?.param === null && (
          <p className="field-error" role="alert">
            {wrong.message}
          </p>
        )}
      </div>
      <Foot confirm={t('confirm')} onClose={onClose} />
    </CallForm>
  )
}

function scopeIn(form: FormData): KeyScope {
  const chosen = assetClasses.filter((name) => form.getAll('class').includes(name))
  const access = String(form.get('access')) as KeyScope['access']
  const networks = String(form.get('networks') ?? '').split(/[\s,]+/)
  return {
    classes: chosen.length === assetClasses.length ? null : chosen,
    access,
    networks: networks.filter((one) => one !== ''),
  }
}
