import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { invoke } from '../../browser/invoke.ts'
import { Field } from '../../ui/field.tsx'
import { CallForm, SubmitButton } from '../../ui/form/work-form.tsx'

export function OrderHelp({ orderNo, status }: Pick<WireOrder, 'orderNo' | 'status'>) {
  const t = useTranslations('payment.order.help')
  const isPending = status === orderStatus.pending
  return (
    <section className="card" id="help" aria-labelledby="help-title">
      <div className="card-head">
        <h2 id="help-title">{t('title')}</h2>
      </div>
      <dl className="pay-help">
        {isPending && (
          <>
            <dt>{t('short')}</dt>
            <dd>{t('shortText')}</dd>
          </>
        )}
        {(isPending || status === orderStatus.timedOut) && (
          <>
            <dt>{t('late')}</dt>
            <dd>{t('lateText')}</dd>
          </>
        )}
        <dt>{t('stuck')}</dt>
        <dd>
          {t('stuckText')}
          <Claim orderNo={orderNo} />
        </dd>
      </dl>
    </section>
  )
}

function Claim({ orderNo }: { orderNo: string }) {
  const t = useTranslations('payment.order.help')
  const order = useTranslations('payment.order')
  const [said, setSaid] = useState<{ text: string; bad: boolean } | null>(null)
  const claim = async (hash: string) => {
    if (!/^(0x)?[0-9a-fA-F]{64}$/.test(hash)) return setSaid({ text: t('badHash'), bad: true })
    const answer = await invoke('POST /api/order/{no}/claim', { params: { no: orderNo }, body: { txHash: hash } })
    if (answer.ok) setSaid({ text: t(answer.data.result), bad: false })
    else setSaid({ text: answer.refusal.msg ?? order('reconnecting'), bad: true })
  }
  return (
    <CallForm
      className="stack form gap-10 top-12 pay-claim needs-script"
      method="post"
      data-scripted
      onSubmit={(event) => {
        event.preventDefault()
        return claim(String(new FormData(event.currentTarget).get('hash')).trim())
      }}
    >
      <Field
        label={t('hash')}
        name="hash"
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        error={said?.bad ? said.text : null}
        hint={said && !said.bad ? said.text : null}
      />
      <SubmitButton className="btn btn-outline">{t('look')}</SubmitButton>
    </CallForm>
  )
}
