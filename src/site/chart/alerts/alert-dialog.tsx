import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Refused } from '#src/contract/account/refused.ts'
import { nameMax } from '#src/contract/values/human-name.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { CallForm, SubmitButton } from '../../ui/form/work-form.tsx'
import { toast } from '../../ui/toast.tsx'
import { Modal } from '../dialogs/modal.tsx'
import type { KeptAlerts } from './kept-alerts.ts'

/** `last`: the newest price on the chart, which determines the alert's direction. */
export type WantedLine = { ticker: string; price: string; last: number | null }

type AlertDialogProps = { kept: KeptAlerts; wanted: WantedLine; close(): void }

/** A dialog for an alert on one price, which fires once. All other settings are on the page of alerts. */
export function AlertDialog({ kept, wanted: { ticker, price, last }, close }: AlertDialogProps) {
  const t = useTranslations('chart.alert')
  const search = useTranslations('chart.search')
  const [value, setValue] = useState(price)
  const [chosen, setChosen] = useState<'up' | 'down' | null>(null)
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const direction = chosen ?? (last !== null && Number(value) < last ? 'down' : 'up')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const note = String(form.get('note') ?? '').trim()
    const condition = { kind: 'price', direction, value: Number(value) } as const
    const answer = await kept.add({ symbol: ticker, condition, note, mail: form.has('mail') })
    if (!answer.ok) return setRefusal(answer.refusal)
    toast(t('created'))
    close()
  }
  return (
    <Modal title={t('title', { symbol: ticker })} closeLabel={search('close')} onClose={close}>
      <CallForm method="post" onSubmit={submit}>
        <div className="stack gap-12 pad-16-20">
          <SelectField
            label={t('direction')}
            name="direction"
            value={direction}
            onChange={(event) => setChosen(event.currentTarget.value === 'up' ? 'up' : 'down')}
          >
            <option value="up">{t('up')}</option>
            <option value="down">{t('down')}</option>
          </SelectField>
          <Field
            label={t('price')}
            name="value"
            type="number"
            step="any"
            min="0.00000001"
            required
            inputMode="decimal"
            data-first-focus
            text={value}
            onText={setValue}
          />
          <Field label={t('note')} name="note" maxLength={nameMax.note} autoComplete="off" />
          <label className="middle gap-8 text-14 alert-mail">
            <input type="checkbox" name="mail" defaultChecked />
            <span>{t('mail')}</span>
          </label>
          {refusal && (
            <p className="field-error" role="alert">
              {refusal.msg ?? t('failed')}
            </p>
          )}
        </div>
        <div className="dialog-foot">
          <PageLink
            className="btn btn-outline"
            to={`/dashboard/alerts?symbol=${encodeURIComponent(ticker)}&value=${encodeURIComponent(value)}`}
          >
            {t('more')}
          </PageLink>
          <SubmitButton>{t('create')}</SubmitButton>
        </div>
      </CallForm>
    </Modal>
  )
}
