import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { knownOf } from '../../../reads/read.ts'
import { Chips, FilterField, FilterSelect, Filters } from '../../parts/choice/filters.tsx'
import { PanelOf } from '../../parts/frame/panel-of.tsx'
import { EmptyState } from '../../parts/frame/states.tsx'
import { DenseTable, Pager } from '../../parts/table/dense-table.tsx'
import type { Reader } from '../../shell/console-page.tsx'
import type { DataOf } from '../loaded/money-data.server.ts'
import type { OrderFilterValues } from '../loaded/views.ts'
import { NetworkCard } from '../networks/network-card.tsx'
import { useOrderColumns } from './order-columns.tsx'
import { OrderSheet } from './order-sheet.tsx'

type OrdersProps = { page: DataOf<'orders'>; reader: Reader }
type SheetProps = Omit<ComponentProps<typeof OrderSheet>, 'story'>
type KnownOrders = Extract<DataOf<'orders'>['list'], { state: 'known' }>['value']

export function OrdersView({ page, reader }: OrdersProps) {
  const t = useTranslations('operatorMoney')
  const { open, networks, list, now } = page
  const codes = (knownOf(networks) ?? []).map(({ code }) => code)
  return (
    <div className="stack at-start money-split" data-open={open !== null || undefined}>
      <div className="stack money-list">
        <PanelOf title={t('tabs.networks')} read={networks}>
          {(known) => (
            <div className="stack network-cards">
              {known.map((network) => (
                <NetworkCard key={network.code} {...{ network, now }} />
              ))}
            </div>
          )}
        </PanelOf>
        <OrderFilters filters={page.filters} networks={codes} fault={knownOf(list)?.fault ?? null} />
        <PanelOf title={t('tabs.orders')} read={list}>
          {(known) => <OrderList page={page} list={known} />}
        </PanelOf>
      </div>
      {open && <OpenOrder read={open} reader={reader} now={now} />}
    </div>
  )
}

/** The sheet of the chosen order. */
export function OpenOrder({ read, ...rest }: { read: NonNullable<OrdersProps['page']['open']> } & SheetProps) {
  const t = useTranslations('operatorMoney.columns')
  return (
    <PanelOf title={t('order')} read={read}>
      {(story) => <OrderSheet story={story} {...rest} />}
    </PanelOf>
  )
}

type OrderListProps = { page: DataOf<'orders'>; list: KnownOrders }

function OrderList({ page: { open, filters }, list }: OrderListProps) {
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
        isMarked={({ no }) => no === (open && knownOf(open)?.order.orderNo)}
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
