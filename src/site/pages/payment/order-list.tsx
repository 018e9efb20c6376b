import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { ListControls, ListPager, NothingFound } from '../../account/list/list-controls.tsx'
import { addressOf } from '../../browser/call-route.ts'
import { PageLink } from '../../page/page-link.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { TextInput } from '../../ui/typing/text-input.tsx'
import { money } from './money.ts'

/** `filters`: the filters in the address. */
type OrderListProps = {
  orders: { content: WireOrder[]; page: number; size: number; totalElements: number }
  filters: Readonly<Record<string, string>>
}

const states = ['open', 'completed', 'cancelled', 'timedOut'] as const

export function OrderList({ orders: { content, page, size, totalElements }, filters }: OrderListProps) {
  const t = useTranslations('payment.orders')
  const [query] = useSearchParams()
  const isAsked = Object.keys(filters).length > 0
  const pages = Math.max(1, Math.ceil(totalElements / size))
  const list = { rows: content, found: totalElements, page, pages, first: (page - 1) * size }
  return (
    <section className="card pay-orders" aria-labelledby="orders">
      <div className="card-head">
        <h2 id="orders">{t('title')}</h2>
        <small>{totalElements}</small>
      </div>
      {(isAsked || pages > 1) && (
        <ListControls
          label={t('find')}
          filters={[
            { name: 'all', label: t('show.all') },
            ...states.map((name) => ({ name, label: t(`show.${name}`) })),
          ]}
          sorts={(['newest', 'oldest'] as const).map((name) => ({ name, label: t(`sort.${name}`) }))}
          fields={(['from', 'to'] as const).map((name) => (
            <label key={name} className="inline-middle gap-8 text-14">
              {t(name)}
              <TextInput type="date" name={name} className="input" defaultValue={query.get(name) ?? ''} />
            </label>
          ))}
        >
          <a className="link list-export" href={addressOf('GET /api/order/export', { query: filters })}>
            {t('export')}
          </a>
        </ListControls>
      )}
      {content.length === 0 && isAsked ? (
        <NothingFound />
      ) : content.length === 0 ? (
        <StateCard title={t('none')}>{t('noneText')}</StateCard>
      ) : (
        <table className="table table-blocks">
          <thead>
            <tr>
              <th scope="col">{t('number')}</th>
              <th scope="col">{t('plan')}</th>
              <th scope="col">{t('created')}</th>
              <th scope="col" className="figure">
                {t('amount')}
              </th>
              <th scope="col">{t('status')}</th>
              <th scope="col">
                <span className="sr-only">{t('next')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {content.map((order) => (
              <tr key={order.orderNo} data-open={order.status === orderStatus.pending || undefined}>
                <td>
                  <PageLink className="link num" to={`/payment/${order.orderNo}`}>
                    {order.orderNo}
                  </PageLink>
                </td>
                <td className="pay-plan">{order.planName}</td>
                <td className="pay-created">
                  <Moment at={order.createdAt} />
                </td>
                <td className="figure">{money(order.amount)}</td>
                <td className="pay-state">
                  <OrderStatus order={order} />
                </td>
                <td className="pay-next">
                  <Next order={order} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ListPager label={t('title')} list={list} />
    </section>
  )
}

/** The link to the next step for an order: pay an open order, or repeat an order that was not completed. */
function Next({ order }: { order: WireOrder }) {
  const t = useTranslations('payment')
  if (order.status === orderStatus.pending)
    return (
      <PageLink className="btn btn-small btn-accent" to={`/payment/${order.orderNo}`}>
        {t('orders.continue')}
      </PageLink>
    )
  if (order.status === orderStatus.completed) return null
  return (
    <PageLink className="btn btn-small btn-outline" to={orderAgain(order)}>
      {t('order.again')}
    </PageLink>
  )
}

type Choices = Pick<WireOrder, 'planId' | 'period' | 'keyId' | 'network' | 'coupon'>

/** The order form with the choices of an order: a renewal or an upgrade of a key stays one. */
export function orderAgain({ planId, period, keyId, network, coupon }: Choices): string {
  const query = new URLSearchParams({ plan: planId, period, network })
  if (keyId) query.set('key', keyId)
  if (coupon) query.set('coupon', coupon.code)
  return `/payment?${query}`
}

export function OrderStatus({ order }: { order: WireOrder }) {
  const t = useTranslations('payment.status')
  return (
    <span className="inline-middle text-14 nowrap pay-status" data-status={order.status}>
      <i className="dot" aria-hidden="true" />
      {stateOf(order, t)}
    </span>
  )
}

function stateOf(order: WireOrder, t: ReturnType<typeof useTranslations<'payment.status'>>): string {
  if (order.flags.includes('not_applied')) return t('notApplied')
  if (order.status !== orderStatus.pending || order.payment === 'waiting') return t(`s${order.status}`)
  if (order.payment === 'partial') return t('part')
  return t('confirming', { n: String(order.confirmations), m: String(order.confirmationsNeeded) })
}
