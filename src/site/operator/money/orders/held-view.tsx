import { useTranslations } from 'use-intl'
import type { HeldPayment } from '#src/contract/operator/money/orders.ts'
import { knownOf } from '../../../reads/read.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { ActLink } from '../../acts/act.tsx'
import { PanelOf } from '../../parts/frame/panel-of.tsx'
import { EmptyState } from '../../parts/frame/states.tsx'
import { Glyph } from '../../parts/marks/glyph.tsx'
import { type Column, DenseTable } from '../../parts/table/dense-table.tsx'
import type { Reader } from '../../shell/console-page.tsx'
import type { DataOf } from '../loaded/money-data.server.ts'
import { useHeldWords } from './held-words.ts'
import { CloseAct } from './order-acts.tsx'
import { OrderLink } from './order-columns.tsx'
import { OpenOrder } from './orders-view.tsx'

export function HeldView({ page: { held: read, open, now }, reader }: { page: DataOf<'held'>; reader: Reader }) {
  const t = useTranslations('operatorMoney')
  const columns = useHeldColumns(reader)
  const held = knownOf(read) ?? []
  const opened = open && knownOf(open)?.order.orderNo
  const isOpen = (one: HeldPayment) => opened != null && one.orders.includes(opened)
  return (
    <div className="stack at-start money-split" data-open={open !== null || undefined}>
      <div className="stack money-list">
        <PanelOf title={t('tabs.held')} read={read}>
          {(rows) => (
            <section className="panel" aria-label={t('tabs.held')}>
              <DenseTable
                caption={t('tabs.held')}
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
                isMarked={isOpen}
                empty={
                  <EmptyState title={t('held.none')} icon={<Glyph name="check" size={24} />}>
                    {t('held.noneText')}
                  </EmptyState>
                }
              />
            </section>
          )}
        </PanelOf>
      </div>
      {open && <OpenOrder read={open} reader={reader} now={now} />}
      {held
        .filter((one) => !isOpen(one))
        .map((one) => (
          <CloseAct key={one.id} held={one} />
        ))}
    </div>
  )
}

function useHeldColumns({ may }: Reader): Column<HeldPayment>[] {
  const t = useTranslations('operatorMoney')
  const words = useHeldWords()
  return [
    { name: 'since', label: t('held.since'), cell: ({ openedAt }) => <Moment at={openedAt} />, kind: 'mono' },
    {
      name: 'why',
      label: t('held.why'),
      cell: ({ kind, subject, transaction }) => (
        <span className="block held-why">
          {words(kind)}
          <code className="row-note breakable">{transaction?.hash ?? subject}</code>
        </span>
      ),
    },
    { name: 'network', label: t('columns.network'), cell: ({ network }) => network, kind: 'mono' },
    {
      name: 'orders',
      label: t('columns.order'),
      cell: ({ orders }) => (
        <span className="held-orders">
          {orders.slice(0, 5).map((no) => (
            <OrderLink key={no} no={no} />
          ))}
        </span>
      ),
      kind: 'mono',
    },
    {
      name: 'amount',
      label: 'USDT',
      cell: ({ amount }) => amount !== null && grouped(amount),
      kind: 'figure',
    },
    {
      name: 'acts',
      label: '',
      cell: ({ id }) =>
        may('incident.close') && (
          <ActLink act="close" on={id} className="action-link" label={t('close.openOne', { id })}>
            {t('close.open')}
          </ActLink>
        ),
      kind: 'act',
    },
  ]
}
