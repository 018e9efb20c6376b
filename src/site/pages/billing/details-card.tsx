import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BillingDetails } from '#src/contract/account/credit.ts'
import type { Refused } from '#src/contract/account/refused.ts'
import type { Act } from '../../account/use-act.ts'
import { CallForm, SubmitButton } from '../../ui/form/work-form.tsx'
import type { Countries } from '../buyer/countries.server.ts'
import { DetailsFields } from '../buyer/details-fields.tsx'
import { submittedDetails } from '../buyer/submitted-details.ts'

type DetailsCardProps = { details: BillingDetails; countries: Countries; act: Act }

export function DetailsCard({ details, countries, act }: DetailsCardProps) {
  const t = useTranslations('billing.details')
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = submittedDetails(new FormData(event.currentTarget))
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
        <DetailsFields details={details} countries={countries} refusal={refusal} />
        <SubmitButton className="btn btn-outline">{t('save')}</SubmitButton>
      </CallForm>
    </section>
  )
}
