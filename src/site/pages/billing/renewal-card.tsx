import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Refused } from '#src/contract/account/refused.ts'
import type { WireRenewal } from '#src/contract/account/renewals.ts'
import type { Act } from '../../account/use-act.ts'
import { SelectField } from '../../ui/field.tsx'
import { WorkButton } from '../../ui/form/work-button.tsx'
import { CallForm, SubmitButton } from '../../ui/form/work-form.tsx'
import { useMoment } from '../../ui/time/moment.tsx'
import { money } from '../payment/money.ts'

/** The customer's choice for the end of each subscription: nothing, a renewal from credit, or a lower plan. */
export function RenewalCard({ renewals, act }: { renewals: readonly WireRenewal[]; act: Act }) {
  const t = useTranslations('billing.renewal')
  if (renewals.length === 0) return null
  return (
    <section className="card" aria-labelledby="renewal">
      <div className="card-head">
        <h2 id="renewal">{t('title')}</h2>
      </div>
      <div className="card-body stack form billing-renewals">
        <p className="text-muted">{t('about')}</p>
        {renewals.map((renewal) => (
          <Choice key={`${renewal.keyId} ${renewal.automatic} ${renewal.next?.planId}`} renewal={renewal} act={act} />
        ))}
      </div>
    </section>
  )
}

function Choice({ renewal, act }: { renewal: WireRenewal; act: Act }) {
  const t = useTranslations('billing.renewal')
  const { moment } = useMoment()
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const { keyId, planName, endsAt, automatic, next } = renewal
  const date = moment(endsAt, 'day')
  const choose = async (body: {
    automatic: boolean
    next: { planId: string; period: WireRenewal['period'] } | null
  }) => {
    const result = await act('PUT /api/renewals/{keyId}', { params: { keyId }, body }, t('saved'))
    setRefusal(result.ok ? null : result.refusal)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const planId = String(new FormData(event.currentTarget).get('follows') ?? '')
    const isLower = planId !== 'none' && planId !== 'same'
    await choose({
      automatic: planId === 'same' || (isLower && automatic),
      next: isLower ? { planId, period: renewal.period } : null,
    })
  }
  return (
    <CallForm className="security-form needs-script" method="post" data-scripted onSubmit={submit}>
      <h3>{planName}</h3>
      <SelectField
        label={t('follows', { date })}
        name="follows"
        defaultValue={next?.planId ?? (automatic ? 'same' : 'none')}
        hint={<Effect renewal={renewal} date={date} />}
        error={refusal?.msg}
      >
        <option value="none">{t('none')}</option>
        <option value="same">{t('same')}</option>
        {renewal.lower.map((plan) => (
          <option key={plan.planId} value={plan.planId}>
            {t('lower', { plan: plan.planName })}
          </option>
        ))}
      </SelectField>
      <p className="acts">
        <SubmitButton className="btn btn-outline">{t('save')}</SubmitButton>
        {next && (
          <WorkButton className="btn btn-outline" work={() => choose({ automatic, next: null })}>
            {t('cancel')}
          </WorkButton>
        )}
      </p>
    </CallForm>
  )
}

function Effect({ renewal: { automatic, next, price }, date }: { renewal: WireRenewal; date: string }) {
  const t = useTranslations('billing.renewal')
  if (!automatic && !next) return t('ends')
  if (price === null) return t('notSold')
  return next ? t('changes', { plan: next.planName, date, price: money(price) }) : t('renews', { price: money(price) })
}
