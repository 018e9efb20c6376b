import { useTranslations } from 'use-intl'
import type { WaitingApproval } from '#src/contract/operator/staff.ts'
import { grouped } from '../../ui/grouped.ts'
import { ActLink } from '../acts/act.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { Pill } from '../parts/marks/pill.tsx'
import type { Column } from '../parts/table/dense-table.tsx'
import { Moment } from '../parts/words/moment.tsx'

/** The requested act in words. A verb without words shows its name. */
export function useVerbWords() {
  const t = useTranslations('operatorStaff.verbs')
  return (verb: string) => {
    const name = verb.replace('.', '-')
    return t.has(name as 'credit-adjust') ? t(name as 'credit-adjust') : verb
  }
}

/** Requests above the two-person limit. Another owner confirms them; anyone with the role billing may decline. */
export function Approvals({ approvals }: { approvals: readonly WaitingApproval[] }) {
  const t = useTranslations('operatorStaff.approvals')
  const words = useVerbWords()
  const act = useTranslations('operator.act')
  const columns: Column<WaitingApproval>[] = [
    {
      name: 'what',
      label: t('what'),
      cell: ({ verb, about, subject }) => (
        <span>
          <b>{words(verb)}</b>
          <span className="row-note">{about ?? subject}</span>
        </span>
      ),
    },
    { name: 'amount', label: t('amount'), cell: ({ amount }) => `${grouped(amount)} USDT`, kind: 'figure' },
    { name: 'reason', label: t('reason'), cell: ({ input }) => String(input.reason ?? input.note ?? '–') },
    {
      name: 'asked',
      label: t('asked'),
      cell: ({ askedBy, askedAt }) => (
        <span>
          {askedBy ?? '–'}
          <span className="row-note">
            <Moment at={askedAt} />
          </span>
        </span>
      ),
    },
    { name: 'ends', label: t('ends'), cell: ({ endsAt }) => <Moment at={endsAt} /> },
    {
      name: 'acts',
      label: <span className="sr-only">{act('column')}</span>,
      cell: (approval) => <RequestActs approval={approval} />,
      kind: 'act',
    },
  ]
  return (
    <ListPanel
      title={t('title')}
      aside={approvals.length > 0 && String(approvals.length)}
      columns={columns}
      rows={approvals}
      rowKey={({ id }) => id}
      none={{ title: t('none'), text: t('noneText') }}
    />
  )
}

function RequestActs({ approval: { id, own } }: { approval: WaitingApproval }) {
  const t = useTranslations('operatorStaff.approvals')
  const on = String(id)
  return (
    <span className="row-acts">
      {own ? (
        <Pill tone="half">{t('own')}</Pill>
      ) : (
        <ActLink act="confirm" on={on} className="btn btn-outline btn-dense">
          {t('confirm')}
        </ActLink>
      )}
      <ActLink act="drop" on={on} className="action-link">
        {t(own ? 'withdraw' : 'decline')}
      </ActLink>
    </span>
  )
}
