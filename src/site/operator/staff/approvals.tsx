import { useTranslations } from 'use-intl'
import type { PastApproval, WaitingApproval } from '#src/contract/operator/staff.ts'
import { isStaffRole } from '#src/contract/staff/role.ts'
import { grouped } from '../../ui/grouped.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { ActLink } from '../acts/act.tsx'
import { factsOf } from '../audit/audit-facts.ts'
import { FactLine } from '../audit/facts.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { Pill, type Tone } from '../parts/marks/pill.tsx'
import type { Column } from '../parts/table/dense-table.tsx'
import { useVerbWords } from '../parts/words/verb-words.ts'

type ApprovalsProps = { approvals: readonly WaitingApproval[]; mayConfirm: boolean }

/**
 * Requested acts above the limit, and requested roles. They wait for another owner, or for 24 hours to pass; anyone
 * with the role billing can stop them.
 */
export function Approvals({ approvals, mayConfirm }: ApprovalsProps) {
  const t = useTranslations('operatorStaff.approvals')
  const act = useTranslations('operator.act')
  const columns: Column<WaitingApproval>[] = [
    ...useActColumns<WaitingApproval>(),
    {
      name: 'waits',
      label: t('waits'),
      cell: ({ waitsFor, endsAt }) => (
        <span>
          {t(waitsFor)}
          <span className="row-note">
            {t(waitsFor === 'time' ? 'done' : 'lapses')} <Moment at={endsAt} />
          </span>
        </span>
      ),
    },
    {
      name: 'acts',
      label: <span className="sr-only">{act('column')}</span>,
      cell: (approval) => <RequestActs {...{ approval, mayConfirm }} />,
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

const tones: Record<PastApproval['outcome'], Tone> = { done: 'good', stopped: 'none', failed: 'warn' }

export function PastApprovals({ approvals }: { approvals: readonly PastApproval[] }) {
  const t = useTranslations('operatorStaff.history')
  const columns: Column<PastApproval>[] = [
    ...useActColumns<PastApproval>(),
    {
      name: 'outcome',
      label: t('outcome'),
      cell: ({ outcome, closedBy, closedAt, fault }) => (
        <span>
          <Pill tone={tones[outcome]}>{t(`outcomes.${outcome}`)}</Pill>
          <span className="row-note">
            {closedBy ?? t('installation')} · <Moment at={closedAt} />
          </span>
          {fault && <span className="row-note">{fault}</span>}
        </span>
      ),
    },
  ]
  return (
    <ListPanel
      title={t('title')}
      columns={columns}
      rows={approvals}
      rowKey={({ id }) => id}
      none={{ title: t('none') }}
    />
  )
}

type AnyApproval = WaitingApproval | PastApproval

function useActColumns<T extends AnyApproval>(): Column<T>[] {
  const t = useTranslations('operatorStaff.approvals')
  const words = useVerbWords()
  return [
    {
      name: 'what',
      label: t('what'),
      cell: ({ verb, about, subject, input }) => (
        <span>
          <b>{words(verb)}</b>
          <span className="row-note">{about ?? subject}</span>
          <span className="row-note">
            <FactLine facts={termsOf({ input })} />
          </span>
        </span>
      ),
    },
    { name: 'amount', label: t('amount'), cell: (approval) => <Size approval={approval} />, kind: 'figure' },
    {
      name: 'reason',
      label: t('reason'),
      cell: ({ input: { reason, note } }) => (
        <span>
          {reason ? String(reason) : '–'}
          {note ? <span className="row-note">{String(note)}</span> : null}
        </span>
      ),
    },
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
  ]
}

/** The terms of a requested act, such as the plan and its months, without the parts that have their own columns. */
export function termsOf({ input }: Pick<AnyApproval, 'input'>) {
  const { role, micro, reason, note, ...terms } = input
  return factsOf(terms)
}

function Size({ approval: { amount, input } }: { approval: AnyApproval }) {
  const t = useTranslations('operatorStaff.approvals')
  const roles = useTranslations('operator.roles')
  const role = String(input.role)
  if (isStaffRole(role)) return roles(role)
  return amount === null ? t('noPrice') : `${grouped(amount)} USDT`
}

type RequestActsProps = { approval: WaitingApproval; mayConfirm: boolean }

function RequestActs({ approval: { id, own, waitsFor }, mayConfirm }: RequestActsProps) {
  const t = useTranslations('operatorStaff.approvals')
  const on = String(id)
  return (
    <span className="inline-middle gap-4-16 row-acts">
      {own && <Pill tone="half">{t('own')}</Pill>}
      {mayConfirm && !own && waitsFor === 'second_owner' && (
        <ActLink act="confirm" on={on} className="btn btn-outline btn-dense">
          {t('confirm')}
        </ActLink>
      )}
      <ActLink act="drop" on={on} className="action-link">
        {t(endingOf({ own, waitsFor }))}
      </ActLink>
    </span>
  )
}

/**
 * The word for ending a request: `withdraw` by its author, `decline` by others, `stop` for an act that the
 * installation would do.
 */
export function endingOf({ own, waitsFor }: Pick<WaitingApproval, 'own' | 'waitsFor'>) {
  if (waitsFor === 'time') return 'stop'
  return own ? 'withdraw' : 'decline'
}
