import { useTranslations } from 'use-intl'
import type { ListedRefund } from '#src/contract/operator/money/refunds.ts'
import { knownOf } from '../../reads/read.ts'
import { NotRead } from '../../reads/shown.tsx'
import { grouped } from '../../ui/grouped.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { ListAndAct } from '../list/list-and-act.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { PanelOf } from '../parts/frame/panel-of.tsx'
import { Pill, type Tone } from '../parts/marks/pill.tsx'
import type { Column } from '../parts/table/dense-table.tsx'
import type { Reader } from '../shell/console-page.tsx'
import type { DataOf } from './loaded/money-data.server.ts'
import { Hash } from './orders/order-evidence.tsx'
import { useRefundActs } from './refund-acts.tsx'

type RefundsProps = { page: DataOf<'refunds'>; reader: Reader }

export function RefundsView({ page: { refunds, approvals: waits }, reader }: RefundsProps) {
  const t = useTranslations('operatorMoney')
  return (
    <>
      {waits.state === 'failed' && <NotRead what={t('refunds.approvalsFailed')} />}
      <PanelOf title={t('tabs.refunds')} read={refunds}>
        {({ open, decided }) => <Refunds {...{ open, decided, reader }} approvals={knownOf(waits) ?? []} />}
      </PanelOf>
    </>
  )
}

type Refunds = Extract<DataOf<'refunds'>['refunds'], { state: 'known' }>['value']
type Approvals = Extract<DataOf<'refunds'>['approvals'], { state: 'known' }>['value']

function Refunds({ open, decided, approvals, reader }: Refunds & { approvals: Approvals; reader: Reader }) {
  const t = useTranslations('operatorMoney.refunds')
  const asked = approvals.filter(({ verb }) => verb === 'refund.approve')
  const waiting = new Map(
    asked.map(({ subject, waitsFor }) => [subject, waitsFor === 'time' ? 'time' : 'second'] as const),
  )
  const columns = useRefundColumns()
  const state: Column<ListedRefund> = {
    name: 'state',
    label: t('state'),
    // A request may still be open after the refund was refused or withdrawn.
    cell: ({ id, status }) => {
      const waits = status === 'requested' ? waiting.get(id) : undefined
      return <Pill tone={waits ? 'half' : tones[status]}>{t(`states.${waits ?? status}`)}</Pill>
    },
  }
  return (
    <>
      <ListAndAct
        title={t('open')}
        aside={open.length > 0 && String(open.length)}
        columns={[...columns, state]}
        rows={open}
        rowKey={({ id }) => id}
        none={{ title: t('none'), text: t('noneText') }}
        acts={useRefundActs(reader)}
      />
      <ListPanel
        title={t('decided')}
        columns={[...columns, state, { name: 'how', label: t('how'), cell: (refund) => <Outcome refund={refund} /> }]}
        rows={decided}
        rowKey={({ id }) => id}
        none={{ title: t('noneDecided') }}
      />
    </>
  )
}

const tones: Record<ListedRefund['status'], Tone> = {
  requested: 'warn',
  approved: 'half',
  paid: 'good',
  refused: 'none',
  withdrawn: 'none',
}

function useRefundColumns(): Column<ListedRefund>[] {
  const t = useTranslations('operatorMoney')
  return [
    { name: 'at', label: t('refunds.asked'), cell: ({ requestedAt }) => <Moment at={requestedAt} />, kind: 'mono' },
    { name: 'id', label: t('refunds.number'), cell: ({ id }) => id, kind: 'mono' },
    { name: 'customer', label: t('columns.customer'), cell: ({ email }) => email ?? t('gone') },
    {
      name: 'to',
      label: t('refunds.to'),
      cell: ({ address, network, chainName }) => (
        <span>
          <code className="num breakable">{address}</code>
          <span className="row-note">{`${network} · ${chainName}`}</span>
        </span>
      ),
    },
    { name: 'amount', label: 'USDT', cell: ({ amount }) => grouped(amount), kind: 'figure' },
  ]
}

function Outcome({ refund: { transaction, proven, reason } }: { refund: ListedRefund }) {
  const t = useTranslations('operatorMoney.refunds')
  if (transaction === null) return reason
  return (
    <span className="breakable">
      <Hash {...transaction} />
      <span className="row-note">{t(proven ? 'proven' : 'unproven')}</span>
    </span>
  )
}
