import { useTranslations } from 'use-intl'
import type { ApiKey, AwaitedKey as Awaited } from '#src/contract/account/keys.ts'
import { payers } from '#src/contract/team/team-role.ts'
import { useMay } from '../../account/acting.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { useMoment } from '../../ui/time/moment.tsx'
import { renewalOf } from './first-key.tsx'

const markets = ['integrated', 'stock', 'fund', 'future'] as const
type Market = (typeof markets)[number]
/** For each kind of market, the market that its link preselects on the payment page. */
const firstOf = { integrated: 'integrated', stock: 'stock-us', fund: 'fund-us', future: 'future-us' } as const

/** The maximum number of subscriptions that a market's cell names. */
const shownMax = 3

type Running = { id: string; planName: string; expiredTime: number; customised: boolean; keyless: boolean }
type SubscriptionsProps = {
  keys: readonly ApiKey[]
  awaited: Awaited | null
  now: number
  isRead: boolean
  onRetry: () => void
}

/** The four kinds of market, each with its subscriptions. The free plan is not a subscription. */
export function Subscriptions({ keys, awaited, now, isRead, onRetry }: SubscriptionsProps) {
  const t = useTranslations('dashboard')
  const withoutKey = awaited && awaited.expiresAt > now ? awaited : null
  return (
    <section className="card" aria-labelledby="subscriptions">
      <div className="card-head">
        <h2 id="subscriptions">{t('subscriptions.title')}</h2>
      </div>
      {isRead ? (
        <ul className="stack tiled market-grid">
          {markets.map((market) => (
            <MarketCell
              key={market}
              market={market}
              keys={keys.filter((key) => marketOf(key) === market)}
              awaited={market === 'integrated' ? withoutKey : null}
            />
          ))}
        </ul>
      ) : (
        <StateCard
          tone="error"
          title={t('subscriptions.failed')}
          action={
            <button type="button" className="btn btn-outline" onClick={onRetry}>
              {t('keys.retry')}
            </button>
          }
        />
      )}
    </section>
  )
}

type MarketCellProps = { market: Market; keys: readonly ApiKey[]; awaited: Awaited | null }

function MarketCell({ market, keys, awaited }: MarketCellProps) {
  const t = useTranslations('dashboard.subscriptions')
  const mayPay = useMay(payers)
  const { moment } = useMoment()
  const paid = keys
    .filter((key) => key.level !== 'free' && key.status !== 'expired')
    .map(
      ({ id, planName, expiredTime, customised }): Running => ({
        id,
        planName,
        expiredTime,
        customised,
        keyless: false,
      }),
    )
  if (awaited && !awaited.isFree)
    paid.push({
      id: 'awaited',
      planName: awaited.planName,
      expiredTime: awaited.expiresAt,
      customised: awaited.customised,
      keyless: true,
    })
  const isFree = paid.length === 0 && (awaited !== null || keys.some((key) => key.level === 'free'))
  return (
    <li>
      <h3>{t(market)}</h3>
      <span className="status" data-status={paid.length > 0 ? 'normal' : 'none'}>
        {t(paid.length > 0 ? 'subscribed' : 'not')}
        {isFree && <span className="text-muted"> · {t('free')}</span>}
      </span>
      <p className="quiet market-about">
        {paid.length === 0
          ? t(`about.${market}`)
          : paid.slice(0, shownMax).map((key) => (
              <span key={key.id} className="block">
                {key.planName} · <span className="nowrap">{t('until', { date: moment(key.expiredTime, 'day') })}</span>
                {key.customised && <> · {t('customised')}</>}
                {key.keyless && <> · {t('keyless')}</>}
              </span>
            ))}
        {paid.length > shownMax && t('andMore', { count: paid.length - shownMax })}
      </p>
      {mayPay && <Next market={market} keys={keys} isPaid={paid.length > 0} />}
    </li>
  )
}

/**
 * The link to the next step: renew an ending or expired plan, upgrade a running plan, or subscribe. There is no link if
 * no running plan can be changed here: the highest plan, a customised plan, or a plan without a key.
 */
function Next({ market, keys, isPaid }: { market: Market; keys: readonly ApiKey[]; isPaid: boolean }) {
  const t = useTranslations('dashboard')
  const own = keys.filter((key) => key.level !== 'free' && !key.customised)
  const ending = own.find(({ status }) => (isPaid ? status === 'expiring' : status === 'expired'))
  const growing = own.find(({ status, level }) => status === 'normal' && level !== 'premium' && level !== 'enterprise')
  if (ending)
    return (
      <PageLink to={renewalOf(ending)} className="action-link">
        {t('keys.renew')}
      </PageLink>
    )
  if (isPaid && !growing) return null
  return (
    <PageLink
      to={growing && isPaid ? upgradeOf(growing) : `/payment?market=${firstOf[market]}`}
      className="action-link"
    >
      {t(growing && isPaid ? 'keys.upgrade' : 'subscriptions.subscribe')}
    </PageLink>
  )
}

function upgradeOf({ planId, level, id }: ApiKey): string {
  const larger = level === 'base' ? 'professional' : 'premium'
  return `/payment?${new URLSearchParams({ plan: planId.replace(/-[a-z]+$/, `-${larger}`), key: id })}`
}

function marketOf({ market }: ApiKey): Market {
  if (market === 'integrated') return 'integrated'
  if (market.startsWith('fund')) return 'fund'
  return market.startsWith('future') ? 'future' : 'stock'
}
