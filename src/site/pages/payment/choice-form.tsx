import { Form, useSubmit } from 'react-router'
import { useTranslations } from 'use-intl'
import type { OrderChoice } from '#src/contract/account/order-choice.ts'
import { couponMax } from '#src/contract/sales/coupon.ts'
import { useSite } from '../../context/site-context.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { money } from './money.ts'

export type Choice = OrderChoice

/** A GET form. Each choice has its own address, so the server computes the price with and without scripts. */
export function ChoiceForm({ choice }: { choice: Choice }) {
  const t = useTranslations('payment.choose')
  const submit = useSubmit()
  const { asked } = choice
  return (
    <Form
      method="get"
      replace
      preventScrollReset
      className="card stack gap-24 card-body"
      onChange={(event) => {
        const form = event.currentTarget
        const fields = new FormData(form)
        const changed = 'name' in event.target ? event.target.name : null
        if (changed === 'coupon') return
        if (changed === 'market') for (const name of ['plan', 'key']) fields.delete(name)
        else fields.delete('market')
        void submit(fields, { replace: true, preventScrollReset: true })
      }}
    >
      <SelectField label={t('market')} name="market" defaultValue={asked.market} key={asked.market}>
        {(['integrated', 'region', 'fund', 'future'] as const).map((type) => (
          <optgroup key={type} label={t(`types.${type}`)}>
            {choice.markets
              .filter((market) => market.type === type)
              .map((market) => (
                <option key={market.id} value={market.id}>
                  {market.name}
                </option>
              ))}
          </optgroup>
        ))}
      </SelectField>
      {choice.keys.length > 0 && (
        <SelectField label={t('key')} name="key" defaultValue={asked.keyId ?? ''}>
          <option value="">{t('newKey')}</option>
          {choice.keys.map((key) => (
            <option key={key.id} value={key.id}>
              {key.label}
            </option>
          ))}
        </SelectField>
      )}
      <Plans choice={choice} />
      <Periods choice={choice} />
      <Networks choice={choice} />
      <Coupon choice={choice} />
      <noscript>
        <button type="submit" className="btn btn-outline">
          {t('update')}
        </button>
      </noscript>
    </Form>
  )
}

function Plans({ choice }: { choice: Choice }) {
  const t = useTranslations('payment.choose')
  const tiers = useTranslations('plans.tiers')
  const limit = (name: 'perMinute' | 'sockets' | 'subscriptions', { limits }: Choice['plans'][number]) => {
    const count = limits[name]
    return count === null ? t(`unlimited.${name}`) : t(name, { count })
  }
  return (
    <fieldset className="gap-8 shrink pay-options" key={choice.asked.market}>
      <legend>{t('plan')}</legend>
      {choice.plans.map((plan) => (
        <label key={plan.id} className="pay-option">
          <input
            type="radio"
            name="plan"
            value={plan.id}
            defaultChecked={plan.id === choice.asked.planId}
            disabled={plan.closed !== null}
          />
          <span>
            <b>
              {tiers(plan.tier)} {plan.current && <small className="pay-tag">{t('current')}</small>}
            </b>
            <small>
              {limit('perMinute', plan)} · {limit('sockets', plan)} · {limit('subscriptions', plan)}
            </small>
            {plan.closed && <small>{plan.closed}</small>}
          </span>
          <em className="num">{t('perMonth', { price: money(plan.price) })}</em>
        </label>
      ))}
    </fieldset>
  )
}

function Periods({ choice }: { choice: Choice }) {
  const t = useTranslations('payment.choose')
  const periods = useTranslations('plans.periods')
  return (
    <fieldset className="gap-8 shrink pay-options pay-inline" key={choice.keptPeriod}>
      <legend>{t('period')}</legend>
      {choice.periods.map(({ period, saving }) => (
        <label key={period} className="pay-option">
          <input type="radio" name="period" value={period} defaultChecked={period === choice.asked.period} />
          <span>
            <b>{periods(period)}</b>
            {saving > 0 && <small>{t('save', { percent: String(saving) })}</small>}
          </span>
        </label>
      ))}
      {choice.keptPeriod && <p className="quiet">{t('periodKept')}</p>}
    </fieldset>
  )
}

/** Typing a coupon requests no price; the button does, with and without scripts. */
function Coupon({ choice: { asked, quote, couponRefused } }: { choice: Choice }) {
  const t = useTranslations('payment.choose')
  return (
    <div className="gap-8 at-start pay-coupon">
      <Field
        label={t('coupon')}
        name="coupon"
        defaultValue={asked.coupon}
        maxLength={couponMax}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={quote?.coupon && t('couponSaves', { amount: money(quote.coupon.amount) })}
        error={couponRefused}
      />
      <button type="submit" className="btn btn-outline">
        {t('couponApply')}
      </button>
    </div>
  )
}

function Networks({ choice }: { choice: Choice }) {
  const t = useTranslations('payment.choose')
  const { sandbox } = useSite()
  return (
    <fieldset className="gap-8 shrink pay-options pay-inline">
      <legend>{t('network')}</legend>
      {choice.networks.map((network) => (
        <label key={network.code} className="pay-option">
          <input
            type="radio"
            name="network"
            value={network.code}
            defaultChecked={network.code === choice.asked.network}
          />
          <span>
            <b>
              {network.code} · {network.chainName}
            </b>
            <small className={network.healthy ? undefined : 'pay-bad'}>
              {!network.healthy ? t('delayed') : sandbox ? t('sandboxFast') : t('fast', { minutes: network.minutes })}
            </small>
            {network.minOrder && (
              <small className={network.tooSmall ? 'pay-bad' : undefined}>
                {t('from', { amount: money(network.minOrder) })}
              </small>
            )}
          </span>
        </label>
      ))}
      <p className="quiet">{t('currencyNote')}</p>
    </fieldset>
  )
}
