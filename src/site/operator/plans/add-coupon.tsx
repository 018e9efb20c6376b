import { useTranslations } from 'use-intl'
import { grouped } from '../../ui/grouped.ts'
import { Act, ActField, ActSelect, type FormValues } from '../acts/act.tsx'
import { couponPrice } from './coupon-price.ts'
import type { SoldPlan } from './loaded/plans-data.server.ts'
import { PlanChoices } from './plan-choices.tsx'

export function AddCoupon({ plans }: { plans: readonly SoldPlan[] }) {
  const t = useTranslations('operatorPlans.coupons')
  const plain = { autoComplete: 'off' } as const
  return (
    <Act
      name="coupon"
      title={t('add.title')}
      effects={[t('add.works'), t('add.last'), t('add.limit')]}
      submit={t('add.submit')}
      preview={(values) => <Prices plans={plans} values={values} />}
    >
      <ActField
        {...plain}
        label={t('code')}
        hint={t('add.codeHint')}
        wrong={t('add.codeHint')}
        name="code"
        maxLength={32}
        required
      />
      <div className="act-pair">
        <ActField {...plain} label={t('off')} name="off" inputMode="decimal" wrong={t('add.wrongOff')} required />
        <ActSelect label={t('add.unit')} name="unit" defaultValue="percent">
          <option value="percent">{t('add.percent')}</option>
          <option value="amount">{t('add.amount')}</option>
        </ActSelect>
      </div>
      <PlanChoices plans={plans} />
      <div className="act-pair">
        <ActField label={t('add.from')} name="from" type="datetime-local" />
        <ActField label={t('add.until')} name="until" type="datetime-local" wrong={t('add.wrongUntil')} />
      </div>
      <div className="act-pair">
        <ActField {...plain} label={t('add.uses')} name="uses" inputMode="numeric" wrong={t('add.wrongCount')} />
        <ActField {...plain} label={t('each')} name="uses-each" inputMode="numeric" wrong={t('add.wrongCount')} />
      </div>
    </Act>
  )
}

/**
 * The price of a month with and without the coupon, for customers and for newcomers. The plan is the first chosen plan,
 * `integrated-base` if no plan is chosen, or else the first plan.
 */
function Prices({ plans, values }: { plans: readonly SoldPlan[]; values: FormValues }) {
  const t = useTranslations('operatorPlans.coupons.add')
  const chosen = values.all('plans')
  const plan =
    plans.find(({ id }) => (chosen.length === 0 ? id === 'integrated-base' : chosen.includes(id))) ?? plans[0]
  if (!plan) return null
  const off = { off: values.text('off'), unit: values.text('unit') }
  return (
    <>
      <p>
        <b>{plan.name}</b> <span className="text-muted">{t('month')}</span>
      </p>
      {([0, plan.newcomerDiscount] as const).map((discount, turn) => {
        const price = couponPrice(plan.price ?? '0', discount, off)
        return (
          <p key={turn === 0 ? 'usual' : 'newcomer'}>
            <span className="text-muted">{t(turn === 0 ? 'customer' : 'newcomer')}</span>
            <br />
            <span className="num">
              {price === null ? '–' : `${grouped(price.before)} → ${grouped(price.after)} USDT`}
            </span>
          </p>
        )
      })}
    </>
  )
}
