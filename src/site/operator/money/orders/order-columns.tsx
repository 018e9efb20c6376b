import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ListedOrder } from '#src/contract/operator/money/orders.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import { addressWith } from '../../parts/query.ts'
import type { Column } from '../../parts/table/dense-table.tsx'

export const toneOf: Record<ListedOrder['state'], Tone> = {
  awaiting: 'warn',
  part_paid: 'half',
  confirming: 'half',
  held: 'bad',
  completed: 'good',
  cancelled: 'none',
  timed_out: 'none',
}

export function useOrderColumns(): Column<ListedOrder>[] {
  const t = useTranslations('operatorMoney')
  return [
    {
      name: 'at',
      label: t('columns.at'),
      cell: ({ createdAt }) => <OrderTime at={createdAt} />,
      kind: 'mono',
      narrow: 'no',
    },
    { name: 'order', label: t('columns.order'), cell: ({ no }) => <OrderLink no={no} />, kind: 'mono' },
    {
      name: 'customer',
      label: t('columns.customer'),
      cell: ({ customer: { email } }) =>
        email === null ? (
          <span className="text-muted">{t('gone')}</span>
        ) : (
          <span className="order-email" title={email}>
            {email}
          </span>
        ),
    },
    {
      name: 'plan',
      label: t('columns.plan'),
      cell: ({ planName }) => <span className="by-word">{planName}</span>,
      narrow: 'no',
    },
    {
      name: 'period',
      label: t('columns.period'),
      cell: ({ months }) => t('months', { months }),
      kind: 'mono',
      narrow: 'no',
    },
    { name: 'network', label: t('columns.network'), cell: ({ network }) => network, kind: 'mono', narrow: 'no' },
    { name: 'payable', label: t('columns.payable'), cell: ({ payable }) => grouped(payable), kind: 'figure' },
    {
      name: 'arrived',
      label: t('columns.arrived'),
      cell: ({ arrived }) => (arrived === null ? '–' : grouped(arrived)),
      kind: 'figure',
      narrow: 'no',
    },
    {
      name: 'state',
      label: t('columns.state'),
      cell: ({ state }) => <Pill tone={toneOf[state]}>{t(`states.${state}`)}</Pill>,
    },
  ]
}

function OrderTime({ at }: { at: number }) {
  return (
    <span className="nowrap order-time">
      <Moment at={at} style="time" />
      <Moment at={at} style="day" />
    </span>
  )
}

export function OrderLink({ no }: { no: string }) {
  const location = useLocation()
  return (
    <Link className="row-link" to={addressWith(location, { open: no })} preventScrollReset data-row>
      {no}
    </Link>
  )
}
