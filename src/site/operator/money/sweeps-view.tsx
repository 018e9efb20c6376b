import { useTranslations } from 'use-intl'
import type { Holding, RecordedSweep } from '#src/contract/operator/money/sweeps.ts'
import { addressOf } from '../../browser/call-route.ts'
import { grouped } from '../../ui/grouped.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { Act, ActArea, ActLink } from '../acts/act.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import { PanelOf } from '../parts/frame/panel-of.tsx'
import { EmptyState } from '../parts/frame/states.tsx'
import { type Column, DenseTable } from '../parts/table/dense-table.tsx'
import type { Reader } from '../shell/console-page.tsx'
import type { DataOf } from './loaded/money-data.server.ts'
import { Hash } from './orders/order-evidence.tsx'

type SweepsProps = { page: DataOf<'sweeps'>; reader: Reader }

export function SweepsView({ page: { sweeps }, reader }: SweepsProps) {
  const t = useTranslations('operatorMoney.tabs')
  return (
    <PanelOf title={t('sweeps')} read={sweeps}>
      {(known) => <Sweeps {...known} reader={reader} />}
    </PanelOf>
  )
}

type Sweeps = Extract<DataOf<'sweeps'>['sweeps'], { state: 'known' }>['value']

function Sweeps({ holdings, recorded, reader: { may } }: Sweeps & { reader: Reader }) {
  const t = useTranslations('operatorMoney.sweeps')
  const addressColumns = useAddressColumns()
  const held: Column<Holding>[] = [
    { name: 'last', label: t('last'), cell: ({ lastAt }) => <Moment at={lastAt} />, kind: 'mono' },
    ...addressColumns,
  ]
  const swept: Column<RecordedSweep>[] = [
    { name: 'at', label: t('at'), cell: ({ at }) => <Moment at={at} />, kind: 'mono' },
    ...addressColumns,
    {
      name: 'transaction',
      label: t('transaction'),
      cell: ({ transaction }) => <Hash {...transaction} />,
      kind: 'text',
    },
  ]
  return (
    <>
      <Panel
        title={t('holdings')}
        flush
        foot={
          <>
            <a className="btn btn-outline" href={addressOf('GET /api/operator/sweeps/export', {})} download>
              {t('export')}
            </a>
            {may('payment.sweep') && <ActLink act="record">{t('record.open')}</ActLink>}
            <p className="text-muted sweep-note">
              {t('note')} <code className="num">{t('command')}</code>
            </p>
          </>
        }
      >
        <DenseTable
          caption={t('holdings')}
          columns={held}
          rows={holdings}
          rowKey={({ network, index }) => `${network} ${index}`}
          empty={<EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
        />
      </Panel>
      <ListPanel
        title={t('recorded')}
        columns={swept}
        rows={recorded}
        rowKey={({ network, index, transaction }) => `${network} ${index} ${transaction.hash}`}
        none={{ title: t('noneRecorded') }}
      />
      <Act
        name="record"
        title={t('record.title')}
        effects={[t('record.all'), t('record.expects'), t('record.again')]}
        submit={t('record.submit')}
      >
        <ActArea label={t('record.lines')} hint={t('record.hint')} name="lines" rows={6} spellCheck={false} required />
      </Act>
    </>
  )
}

function useAddressColumns(): Column<Pick<Holding, 'network' | 'index' | 'address' | 'amount'>>[] {
  const t = useTranslations('operatorMoney')
  return [
    { name: 'network', label: t('columns.network'), cell: ({ network }) => network, kind: 'mono' },
    { name: 'index', label: t('sweeps.number'), cell: ({ index }) => index, kind: 'figure', narrow: 'no' },
    { name: 'address', label: t('sweeps.address'), cell: ({ address }) => <code className="num">{address}</code> },
    { name: 'amount', label: 'USDT', cell: ({ amount }) => grouped(amount), kind: 'figure' },
  ]
}
