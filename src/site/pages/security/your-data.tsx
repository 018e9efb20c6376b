import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SecurityOverview } from '#src/contract/account/security.ts'
import { addressOf } from '../../browser/call-route.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Field } from '../../ui/field.tsx'
import { WorkButton } from '../../ui/form/work-button.tsx'
import { CallForm, SubmitButton } from '../../ui/form/work-form.tsx'
import { SentenceSpace } from '../../ui/sentence-space.tsx'
import { useMoment } from '../../ui/time/moment.tsx'
import { money } from '../payment/money.ts'
import type { CardProps } from './credentials.tsx'

export function YourData({ overview, act }: CardProps) {
  const t = useTranslations('security.data')
  const { moment } = useMoment()
  const [error, setError] = useState<string | null>(null)
  const exportData = async () => {
    // Requires the proof of identity before the download, so that a refusal is never saved as the downloaded file.
    const ready = await act('POST /api/security/recent', {})
    if (ready.ok) location.assign(addressOf('GET /api/security/export', {}))
  }
  const requestDeletion = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '')
    const result = await act('POST /api/security/delete', { body: { email } })
    setError(result.ok ? null : result.refusal.msg)
  }
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t('title')}</h2>
      </div>
      <ul className="row-list">
        <li>
          <span className="row-note">{t('exportLead')}</span>
          <WorkButton className="btn btn-small btn-outline" work={exportData}>
            {t('export')}
          </WorkButton>
        </li>
        <li>
          {overview.deleteAfter === null ? (
            <CallForm className="security-form" method="post" data-scripted onSubmit={requestDeletion}>
              <p className="row-note">{t('deleteLead')}</p>
              <MoneyLeft {...overview} />
              <Field label={t('type')} name="email" type="email" autoComplete="off" required error={error} />
              <SubmitButton className="btn btn-danger">{t('delete')}</SubmitButton>
            </CallForm>
          ) : (
            <>
              <p className="notice notice-bad">{t('pending', { date: moment(overview.deleteAfter, 'longDay') })}</p>
              <MoneyLeft {...overview} />
              <WorkButton className="btn btn-accent" work={() => act('POST /api/security/keep', {}, t('kept'))}>
                {t('keep')}
              </WorkButton>
            </>
          )}
        </li>
      </ul>
    </section>
  )
}

/** The credit and the open order that a deletion would leave, with links to the refund and the order. */
function MoneyLeft({ credit, openOrder }: Pick<SecurityOverview, 'credit' | 'openOrder'>) {
  const t = useTranslations('security.data')
  return (
    <>
      {credit !== '0.00' && (
        <p className="notice">
          {t('credit', { amount: money(credit) })}
          <SentenceSpace />
          <PageLink className="link" to="/dashboard/billing">
            {t('refund')}
          </PageLink>
        </p>
      )}
      {openOrder && (
        <p className="notice">
          {t('order', { no: openOrder })}
          <SentenceSpace />
          <PageLink className="link" to={`/payment/${openOrder}`}>
            {t('openOrder')}
          </PageLink>
        </p>
      )}
    </>
  )
}
