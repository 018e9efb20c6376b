import { useTranslations } from 'use-intl'
import type { Customer } from '#src/contract/operator/customers/customers.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Act, ActField, ActSelect } from '../../acts/act.tsx'
import { WordsFields } from '../../acts/words-fields.tsx'

export type GrantablePlan = { id: string; name: string }

type MoneyActsProps = { customer: Customer; plans: readonly GrantablePlan[] }

export function MoneyActs({ customer, plans }: MoneyActsProps) {
  const t = useTranslations('operatorCustomers.acts')
  const { version, keys, credit } = customer
  const who = { email: customer.email }
  const paid = keys.filter(({ planId }) => !planId.endsWith('-free'))
  const own = new Map(paid.map(({ planId, planName }) => [planId, planName]))
  return (
    <>
      <Act
        hidden={{ version }}
        name="credit"
        title={t('credit.title', who)}
        effects={[t('credit.now', { credit: grouped(credit) }), t('credit.mail'), t('credit.second')]}
        submit={t('credit.submit')}
      >
        <ActField
          label={t('credit.amount')}
          name="amount"
          inputMode="text"
          autoComplete="off"
          placeholder="5.00"
          hint={t('credit.hint')}
          required
        />
        <ActSelect label={t('credit.kind')} name="kind" defaultValue="goodwill">
          <option value="goodwill">{t('credit.goodwill')}</option>
          <option value="paid">{t('credit.paid')}</option>
        </ActSelect>
        <WordsFields isReasonRequired />
      </Act>
      <RefundAct customer={customer} />
      <Act
        name="grant"
        title={t('grant.title', who)}
        effects={[t('grant.integrated'), t('grant.other'), t('grant.customised'), t('grant.limit')]}
        hidden={{ version, email: customer.email }}
        submit={t('grant.submit')}
      >
        <ActSelect label={t('grant.plan')} name="planId" defaultValue={paid[0]?.planId}>
          {plans.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </ActSelect>
        <ActField label={t('grant.months')} name="months" type="number" min={1} max={120} defaultValue={1} required />
        <ActField
          label={t('grant.price')}
          name="price"
          inputMode="decimal"
          autoComplete="off"
          placeholder="4800.00"
          hint={t('grant.priceHint')}
        />
        <ActField label={t('grant.reference')} name="reference" maxLength={200} autoComplete="off" />
        <WordsFields />
      </Act>
      <Act
        hidden={{ version }}
        name="extend"
        title={t('extend.title', who)}
        effects={[t('extend.does'), t('extend.price'), t('grant.limit')]}
        submit={t('extend.submit')}
      >
        <ActSelect label={t('extend.plan')} name="planId" defaultValue="">
          <option value="">{t('extend.all')}</option>
          {[...own].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </ActSelect>
        <ActField label={t('extend.days')} name="days" type="number" min={1} max={3_660} defaultValue={7} required />
        <WordsFields />
      </Act>
    </>
  )
}

function RefundAct({ customer: { email, version, credit } }: { customer: Customer }) {
  const t = useTranslations('operatorCustomers.acts')
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, required: true } as const
  return (
    <Act
      name="refund"
      title={t('refund.title', { email })}
      effects={[t('refund.sent'), t('refund.books', { credit: grouped(credit) }), t('refund.told'), t('credit.second')]}
      submit={t('refund.submit')}
      hidden={{ version }}
    >
      <ActField label={t('refund.amount')} name="amount" inputMode="decimal" placeholder="5.00" {...plain} />
      <ActField label={t('refund.to')} name="to" maxLength={100} hint={t('refund.toHint')} {...plain} />
      <ActField label={t('refund.transaction')} name="txHash" maxLength={100} {...plain} />
      <WordsFields isReasonRequired />
    </Act>
  )
}
