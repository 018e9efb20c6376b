import { useTranslations } from 'use-intl'
import type { ListedRefund } from '#src/contract/operator/money/refunds.ts'
import { grouped } from '../../ui/grouped.ts'
import { ActLink } from '../acts/act.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import { EmptyState } from '../parts/frame/states.tsx'
import { Pill, type Tone } from '../parts/marks/pill.tsx'
import { type Column, DenseTable } from '../parts/table/dense-table.tsx'
import { Moment } from '../parts/words/moment.tsx'
import type { Reader } from '../shell/console-page.tsx'
import type { DataOf } from './loaded/money-data.server.ts'
import { Hash } from './orders/order-evidence.tsx'
import { RefundActs } from './refund-acts.tsx'

type RefundsProps = { page: DataOf<'refunds'>; reader: Reader }

/** Open refund requests, and the requests that were decided last. */
export function RefundsView({ page: { open, decided, approvals }, reader }: RefundsProps) {
  const t = useTranslations('operatorMoney.refunds')
  const waiting = new Set(approvals.filter(({ verb }) => verb === 'refund.approve').map(({ subject }) => subject))
  const columns = useRefundColumns()
  const state: Column<ListedRefund> = {
    name: 'state',
    label: t('state'),
    cell: ({ id, status }) => (
      <Pill tone={waiting.has(id) ? 'half' : tones[status]}>
        {t(waiting.has(id) ? 'states.second' : `states.${status}`)}
      </Pill>
    ),
  }
  return (
    <>
      <Panel title={t('open')} aside={open.length > 0 && String(open.length)} flush>
        <DenseTable
          caption={t('open')}
          columns={[
            ...columns,
            state,
            { name: 'acts', label: '', cell: (refund) => <OpenActs {...{ refund, reader }} />, kind: 'act' },
          ]}
          rows={open}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
        />
      </Panel>
      <Panel title={t('decided')} flush>
        <DenseTable
          caption={t('decided')}
          columns={[...columns, state, { name: 'how', label: t('how'), cell: (refund) => <Outcome refund={refund} /> }]}
          rows={decided}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('noneDecided')} />}
        />
      </Panel>
      {open.map((refund) => (
        <RefundActs key={refund.id} refund={refund} email={reader.email} />
      ))}
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
          <code className="num refund-to">{address}</code>
          <span className="row-note">{`${network} · ${chainName}`}</span>
        </span>
      ),
    },
    { name: 'amount', label: 'USDT', cell: ({ amount }) => grouped(amount), kind: 'figure' },
  ]
}

function OpenActs({ refund: { id, status }, reader: { may } }: { refund: ListedRefund; reader: Reader }) {
  const t = useTranslations('operatorMoney.refunds')
  return (
    <span className="row-acts">
      {status === 'requested' && may('refund.approve') && (
        <ActLink act="approve" on={id} className="btn btn-outline btn-dense" label={t('approve.openOne', { id })}>
          {t('approve.open')}
        </ActLink>
      )}
      {status === 'approved' && may('refund.pay') && (
        <ActLink act="pay" on={id} className="btn btn-accent btn-dense" label={t('pay.openOne', { id })}>
          {t('pay.open')}
        </ActLink>
      )}
      {may('refund.refuse') && (
        <ActLink act="refuse" on={id} className="action-link" label={t('refuse.openOne', { id })}>
          {t('refuse.open')}
        </ActLink>
      )}
    </span>
  )
}

function Outcome({ refund: { transaction, proven, reason } }: { refund: ListedRefund }) {
  const t = useTranslations('operatorMoney.refunds')
  if (transaction === null) return reason
  return (
    <span className="refund-outcome">
      <Hash {...transaction} />
      <span className="row-note">{t(proven ? 'proven' : 'unproven')}</span>
    </span>
  )
}
