import { useTranslations } from 'use-intl'
import type { Reached, WirePlans } from '#src/contract/operator/plans/editions.ts'
import { grouped } from '../../../ui/grouped.ts'
import { ListPanel } from '../../list/list-panel.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'
import { Changed } from './changed.tsx'

export function ReachTable({ plans: { published, draft }, reach }: { plans: WirePlans; reach: readonly Reached[] }) {
  const t = useTranslations('operatorPlans.reach')
  const next = draft ?? published
  const nextPrice = ({ planId }: Reached) => next.document.plans.find(({ id }) => id === planId)?.price ?? null
  const total = reach.reduce((sum, { customers }) => sum + customers, 0)
  const columns: Column<Reached>[] = [
    { name: 'plan', label: t('plan'), cell: ({ planName }) => planName },
    { name: 'edition', label: t('edition'), cell: ({ edition }) => edition, kind: 'figure' },
    { name: 'customers', label: t('customers'), cell: ({ customers }) => grouped(customers), kind: 'figure' },
    { name: 'renewing', label: t('renewing'), cell: ({ renewing }) => grouped(renewing), kind: 'figure' },
    {
      name: 'price',
      label: t('price'),
      cell: (row) => <Changed before={shown(row.price)} after={shown(nextPrice(row))} />,
      kind: 'figure',
    },
    { name: 'month', label: t('month'), cell: (row) => signed(monthly(row, nextPrice(row))), kind: 'figure' },
  ]
  return (
    <ListPanel
      title={t('title')}
      aside={t('total', { count: total })}
      columns={columns}
      rows={reach}
      rowKey={({ planId, edition }) => `${planId} ${edition}`}
      isMarked={(row) => monthly(row, nextPrice(row)) !== 0}
      none={{ title: t('none'), text: t('noneText') }}
    />
  )
}

function shown(price: string | null): string | null {
  return price === null ? null : grouped(price)
}

/**
 * The increase of monthly payments, in cents, if the plan's customers who renew within 30 days pay the price `next`.
 */
function monthly({ renewing, price }: Reached, next: string | null): number {
  if (price === null || next === null) return 0
  return renewing * (Math.round(Number(next) * 100) - Math.round(Number(price) * 100))
}

function signed(cents: number): string {
  const amount = grouped((Math.abs(cents) / 100).toFixed(2))
  return cents === 0 ? amount : `${cents > 0 ? '+' : '−'}${amount}`
}
