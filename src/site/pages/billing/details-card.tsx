import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BillingDetails } from '#src/contract/account/credit.ts'
import type { Refused } from '#src/contract/account/refused.ts'
import type { Act } from '../../account/use-act.ts'
import { Field, TextAreaField } from '../../ui/field.tsx'
import { CallForm, SubmitButton } from '../../ui/form/work-form.tsx'

export function DetailsCard({ details, act }: { details: BillingDetails; act: Act }) {
  const t = useTranslations('billing.details')
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const at = (param: string) => (refusal?.param === param ? refusal.msg : undefined)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    const address = text('address')
      .trim()
      .replaceAll(/\s*\n\s*/g, ', ')
    const body = { name: text('name'), address, taxId: text('taxId') }
    const result = await act('PUT /api/billing/details', { body }, t('saved'))
    setRefusal(result.ok ? null : result.refusal)
  }
  return (
    <section className="card" aria-labelledby="details">
      <div className="card-head">
        <h2 id="details">{t('title')}</h2>
      </div>
      <CallForm className="card-body security-form" method="post" data-scripted onSubmit={submit}>
        <p className="text-muted">{t('about')}</p>
        <Field
          label={t('name')}
          name="name"
          autoComplete="organization"
          maxLength={200}
          defaultValue={details.name}
          error={at('name')}
        />
        <TextAreaField
          label={t('address')}
          name="address"
          rows={2}
          autoComplete="street-address"
          maxLength={300}
          defaultValue={details.address}
          error={at('address')}
        />
        <Field
          label={t('taxId')}
          name="taxId"
          autoComplete="off"
          maxLength={60}
          defaultValue={details.taxId}
          error={at('taxId')}
        />
        <SubmitButton className="btn btn-outline">{t('save')}</SubmitButton>
      </CallForm>
    </section>
  )
}
