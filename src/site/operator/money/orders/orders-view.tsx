import { useTranslations } from 'use-intl'
import { Chips, FilterField, FilterSelect, Filters } from '../../parts/choice/filters.tsx'
import { EmptyState } from '../../parts/frame/states.tsx'
import { DenseTable, Pager } from '../../parts/table/dense-table.tsx'
import type { Reader } from '../../shell/console-page.tsx'
import type { DataOf } from '../loaded/money-data.server.ts'
import type { OrderFilterValues } from '../loaded/views.ts'
import { NetworkCard } from '../networks/network-card.tsx'
import { useOrderColumns } from './order-columns.tsx'
import { OrderSheet } from './order-sheet.tsx'

type OrdersProps = { page: DataOf<'orders'>; reader: Reader }

export function OrdersView({ page, reader }: OrdersProps) {
  const { open, networks, now } = page
  return (
    <div className="stack money-split" data-open={open !== null || undefined}>
      <div className="stack money-list">
        <div className="stack network-cards">
          {networks.map((network) => (
            <NetworkCard key={network.code} {...{ network, now }} />
          ))}
        </div>
        <OrderFilters filters={page.filters} networks={networks.map(({ code }) => code)} fault={page.fault} />
        <OrderList page={page} />
      </div>
      {open && <OrderSheet story={open} reader={reader} now={now} />}
    </div>
  )
}

function OrderList({ page: { list, open, filters } }: { page: DataOf<'orders'> }) {
  const t = useTranslations('operatorMoney')
  const columns = useOrderColumns()
  const isFiltered = Object.keys(filters).length > 0
  return (
    <section className="panel order-list" aria-label={t('tabs.orders')}>
      <Chips
        label={t('orders.state')}
        param="state"
        chips={[
          { name: 'all', label: t('orders.all') },
          { name: 'pending', label: t('orders.pending'), count: list.pending },
          { name: 'held', label: t('states.held'), count: list.held },
          { name: 'completed', label: t('states.completed') },
          { name: 'cancelled', label: t('states.cancelled') },
          { name: 'timed_out', label: t('states.timed_out') },
        ]}
      />
      <DenseTable
        caption={t('tabs.orders')}
        columns={columns}
        rows={list.orders}
        rowKey={({ no }) => no}
        isMarked={({ no }) => no === open?.order.orderNo}
        empty={
          <EmptyState title={t(isFiltered ? 'orders.noneFound' : 'orders.none')}>{t('orders.noneText')}</EmptyState>
        }
      />
      <Pager next={list.next} shown={list.orders.length} />
    </section>
  )
}

const fields = ['q', 'from', 'to'] as const

function OrderFilters({
  filters,
  networks,
  fault,
}: {
  filters: OrderFilterValues
  networks: readonly string[]
  fault: { param: string; message: string } | null
}) {
  const t = useTranslations('operatorMoney.orders')
  const columns = useTranslations('operatorMoney.columns')
  const errorOf = (name: string) => (fault?.param === name ? fault.message : null)
  const isElsewhere = fault !== null && !fields.some((name) => name === fault.param)
  const { state, ...shown } = filters
  return (
    <>
      <Filters label={t('filters')} isSet={Object.keys(shown).length > 0} keep={state === undefined ? {} : { state }}>
        <FilterField
          label={t('q')}
          name="q"
          type="search"
          defaultValue={filters.q}
          placeholder={t('qHint')}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errorOf('q')}
        />
        <FilterSelect label={columns('network')} name="network" defaultValue={filters.network ?? ''}>
          <option value="">{t('anyNetwork')}</option>
          {networks.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </FilterSelect>
        <FilterField label={t('from')} name="from" type="date" defaultValue={filters.from} error={errorOf('from')} />
        <FilterField label={t('to')} name="to" type="date" defaultValue={filters.to} error={errorOf('to')} />
      </Filters>
      {isElsewhere && (
        <p className="notice notice-bad" role="alert">
          {fault.message}
        </p>
      )}
    </>
  )
}
