import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Billing, WireRefund } from '#src/contract/account/credit.ts'
import type { Refused } from '#src/contract/account/refused.ts'
import type { Act } from '../../account/use-act.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { WorkButton } from '../../ui/form/work-button.tsx'
import { CallForm, SubmitButton } from '../../ui/form/work-form.tsx'
import { money } from '../payment/money.ts'
import { RefundLines } from './refund-list.tsx'

type RefundCardProps = { billing: Billing; open: WireRefund | null; act: Act }

export function RefundCard({ billing, open, act }: RefundCardProps) {
  const t = useTranslations('billing')
  const enough = Number(billing.paidCredit) >= Number(billing.refundMin)
  return (
    <section className="card" aria-labelledby="credit">
      <div className="card-head">
        <h2 id="credit">{t('credit.title')}</h2>
      </div>
      <div className="card-body stack form gap-12 billing-credit">
        <p className="num billing-amount">
          {money(billing.credit)} <small>USDT</small>
        </p>
        {billing.promotionalCredit !== '0.00' && (
          <dl className="ruled pay-lines billing-lines">
            <div>
              <dt>{t('credit.paid')}</dt>
              <dd className="num">{money(billing.paidCredit)}</dd>
            </div>
            <div>
              <dt>{t('credit.promotional')}</dt>
              <dd className="num">{money(billing.promotionalCredit)}</dd>
            </div>
          </dl>
        )}
        <p className="text-muted">{t('credit.about')}</p>
        <h3>{t('refund.title')}</h3>
        {open ? (
          <OpenRefund refund={open} act={act} />
        ) : (
          <>
            <p className="text-muted">{t('refund.about')}</p>
            {enough ? (
              <RefundForm billing={billing} act={act} />
            ) : (
              <p className="notice">{t('refund.few', { min: money(billing.refundMin) })}</p>
            )}
          </>
        )}
      </div>
    </section>
  )
}

function OpenRefund({ refund, act }: { refund: WireRefund; act: Act }) {
  const t = useTranslations('billing.refund')
  const question = {
    title: t('withdrawTitle'),
    message: t('withdrawText'),
    confirm: t('withdraw'),
    cancel: t('keep'),
    danger: true,
  }
  return (
    <>
      <RefundLines refund={refund} />
      {refund.status === 'requested' && (
        <WorkButton
          className="btn btn-outline needs-script"
          question={question}
          work={() => act('POST /api/billing/refunds/{id}/withdraw', { params: { id: refund.id } }, t('withdrawn'))}
        >
          {t('withdraw')}
        </WorkButton>
      )}
    </>
  )
}

function RefundForm({ billing, act }: { billing: Billing; act: Act }) {
  const t = useTranslations('billing.refund')
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const at = (param: string) => (refusal?.param === param ? refusal.msg : undefined)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const network = billing.networks.find(({ code }) => code === text('network'))
    if (!network) return
    const body = { network: network.code, address: text('address'), amount: text('amount') }
    const chain = network.chainName
    const yes = await confirm({
      title: t('confirmTitle', { amount: body.amount }),
      message: t.rich('confirmText', { chain, address: () => <b className="num breakable">{body.address}</b> }),
      confirm: t('submit'),
      cancel: t('confirmCancel'),
    })
    if (!yes) return
    const result = await act('POST /api/billing/refunds', { body }, t('done'))
    setRefusal(result.ok ? null : result.refusal)
  }
  return (
    <CallForm className="security-form needs-script" method="post" data-scripted onSubmit={submit}>
      <SelectField label={t('network')} name="network" required error={at('network')}>
        {billing.networks.map(({ code, chainName }) => (
          <option key={code} value={code}>
            {code} · {chainName}
          </option>
        ))}
      </SelectField>
      <Field
        label={t('address')}
        hint={t('addressHint')}
        name="address"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        required
        error={at('address')}
      />
      <Field
        label={t('amount')}
        hint={t('amountHint', { min: money(billing.refundMin), max: money(billing.paidCredit) })}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        required
        error={at('amount')}
      />
      <SubmitButton className="btn btn-outline">{t('submit')}</SubmitButton>
    </CallForm>
  )
}
