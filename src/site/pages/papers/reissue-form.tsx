import { useFormatter, useTranslations } from 'use-intl'
import type { Paper } from '#src/contract/account/papers.ts'
import type { Refused } from '#src/contract/account/refused.ts'
import { ShownAccount } from '../../account/shown-account.tsx'
import { PostForm, SubmitButton } from '../../ui/form/work-form.tsx'
import type { Countries } from '../buyer/countries.server.ts'
import { DetailsFields } from '../buyer/details-fields.tsx'

type ReissueFormProps = {
  paper: Paper
  until: number
  countries: Countries
  refusal: Pick<Refused, 'param' | 'msg'> | undefined
}

/** Issues the receipt again with other details of the buyer. */
export function ReissueForm({ paper: { number, buyer }, until, countries, refusal }: ReissueFormProps) {
  const t = useTranslations('paper.reissue')
  const format = useFormatter()
  const details = {
    name: buyer.name ?? '',
    address: buyer.address ?? '',
    country: buyer.country ?? '',
    taxId: buyer.taxId ?? '',
  }
  return (
    <details className="card no-print paper-reissue" open={refusal !== undefined}>
      <summary className="card-head">{t('open')}</summary>
      <PostForm className="card-body stack form">
        <ShownAccount />
        <input type="hidden" name="number" value={number} />
        <p className="text-muted">
          {t('about', { until: format.dateTime(until, { dateStyle: 'long', timeZone: 'UTC' }) })}
        </p>
        {refusal && (
          <p className="notice notice-bad" role="alert">
            {refusal.msg}
          </p>
        )}
        <DetailsFields details={details} countries={countries} refusal={refusal ?? null} />
        <SubmitButton>{t('submit')}</SubmitButton>
      </PostForm>
    </details>
  )
}
