import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { parseMicro } from '#src/contract/money.ts'
import { ShownAccount } from '../../account/shown-account.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { PostForm, SubmitButton } from '../../ui/form/work-form.tsx'
import { SentenceSpace } from '../../ui/sentence-space.tsx'
import { useMoment } from '../../ui/time/moment.tsx'
import type { Choice } from './choice-form.tsx'
import { discountBeside, money } from './money.ts'

type OrderSummaryProps = { choice: Choice; blocked: boolean; children: ReactNode }

/** `children`: other fields of the order form. */
export function OrderSummary({ choice, blocked, children }: OrderSummaryProps) {
  const t = useTranslations('payment.summary')
  const choose = useTranslations('payment.choose')
  const periods = useTranslations('plans.periods')
  const { deadline } = useMoment()
  const { asked, quote } = choice
  const until = quote ? deadline(quote.planExpiresAt) : ''
  const discount = quote ? discountBeside(quote.discount, quote.coupon) : '0.00'
  const reasons = useDiscountReasons(choice, discount)
  const plan = useChosenPlan(choice)
  const network = choice.networks.find((candidate) => candidate.code === asked.network)
  const usable =
    quote !== null && !blocked && ((network?.healthy === true && !network.tooSmall) || quote.payable === '0.00')
  return (
    <section className="card pay-summary" aria-labelledby="summary">
      <div className="card-head">
        <h2 id="summary">{t('title')}</h2>
        {quote && <small>{t(`kind.${quote.kind}`)}</small>}
      </div>
      {choice.refused && <Refused refused={choice.refused} />}
      {network?.tooSmall && (
        <p className="notice notice-bad" role="alert">
          {network.tooSmall}
        </p>
      )}
      {quote && (
        <>
          <dl className="ruled pay-lines" aria-live="polite">
            <div>
              <dt>{t('plan')}</dt>
              <dd>{plan}</dd>
            </div>
            {quote.kind !== 'upgrade' && <Line label={t('list')} amount={quote.list} />}
            {discount !== '0.00' && <Line label={reasons} amount={discount} minus />}
            {quote.coupon && (
              <Line label={t('coupon', { code: quote.coupon.code })} amount={quote.coupon.amount} minus />
            )}
            {quote.kind === 'upgrade' && (
              <Line label={t('upgrade', { days: quote.daysLeft ?? 0 })} amount={quote.upgradeDifference} />
            )}
            {quote.credit !== '0.00' && <Line label={t('credit')} amount={quote.credit} minus />}
            <div className="pay-total">
              <dt>{t('payable')}</dt>
              <dd className="num">
                {money(quote.payable)} <small>USDT</small>
              </dd>
            </div>
            <div>
              <dt>{choose('currency')}</dt>
              <dd className="num">
                USDT · {asked.network} · {network?.chainName}
              </dd>
            </div>
            <div>
              <dt>{choose('period')}</dt>
              <dd>{periods(quote.period)}</dd>
            </div>
            <div>
              <dt>{t('until')}</dt>
              <dd className="num">{until}</dd>
            </div>
          </dl>
          {quote.daysLeft === 1 && <p className="notice">{t('edge', { until })}</p>}
          <PostForm className="stack gap-10 pay-place">
            <ShownAccount />
            <input type="hidden" name="idempotencyKey" value={choice.idempotencyKey} />
            <input type="hidden" name="planId" value={asked.planId} />
            <input type="hidden" name="period" value={asked.period} />
            <input type="hidden" name="network" value={asked.network} />
            {quote.coupon && <input type="hidden" name="coupon" value={quote.coupon.code} />}
            {asked.keyId && <input type="hidden" name="keyId" value={asked.keyId} />}
            {children}
            <SubmitButton name="intent" value="order" disabled={!usable}>
              {quote.payable === '0.00' ? t('free') : t('payNow')}
            </SubmitButton>
            <p className="quiet">{quote.kind === 'upgrade' ? t('upgradeNote') : t('note')}</p>
          </PostForm>
        </>
      )}
    </section>
  )
}

/** The name of the chosen plan with its market in full: `Stocks · United States · Base`. */
function useChosenPlan({ asked, markets, plans }: Choice): string {
  const types = useTranslations('payment.choose.types')
  const tiers = useTranslations('plans.tiers')
  const market = markets.find(({ id }) => id === asked.market)
  const plan = plans.find(({ id }) => id === asked.planId)
  const kind = market && market.type !== 'integrated' ? types(market.type) : null
  return [kind, market?.name, plan && tiers(plan.tier)].filter(Boolean).join(' · ')
}

/** The reasons for a discount: the saving of the period, and the first order if the discount exceeds that saving. */
function useDiscountReasons({ quote, periods, newcomer }: Choice, discount: string): string {
  const t = useTranslations('payment.summary')
  const names = useTranslations('plans.periods')
  if (!quote) return ''
  const { saving = 0 } = periods.find(({ period }) => period === quote.period) ?? {}
  const byPeriod = ((parseMicro(quote.list) ?? 0n) * BigInt(saving)) / 100n
  const isForNewcomer = newcomer && (parseMicro(discount) ?? 0n) > byPeriod
  const reasons = [
    ...(saving > 0 ? [t('saving', { period: names(quote.period), percent: String(saving) })] : []),
    ...(isForNewcomer ? [t('newcomer')] : []),
  ]
  return reasons.length > 0 ? t('discountFor', { reasons: reasons.join(' + ') }) : t('discount')
}

function Refused({ refused: { message, byContact } }: { refused: NonNullable<Choice['refused']> }) {
  const t = useTranslations('payment.summary')
  return (
    <p className="notice notice-bad" role="alert">
      {message}
      {byContact && (
        <>
          <SentenceSpace />
          <PageLink to="/contact?topic=enterprise" className="link">
            {t('contact')}
          </PageLink>
        </>
      )}
    </p>
  )
}

function Line({ label, amount, minus = false }: { label: string; amount: string; minus?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">
        {minus && '−'}
        {money(amount)}
      </dd>
    </div>
  )
}
