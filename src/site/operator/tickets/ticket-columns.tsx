import { useTranslations } from 'use-intl'
import type { ConsoleTicket } from '#src/contract/operator/tickets.ts'
import type { TicketState } from '#src/contract/values/ticket-state.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { Pill, type Tone } from '../parts/marks/pill.tsx'
import type { Column } from '../parts/table/dense-table.tsx'

const tones: Record<TicketState, Tone> = { open: 'warn', answered: 'good', closed: 'none' }

export function TicketStatePill({ state }: { state: TicketState }) {
  const t = useTranslations('operatorTickets.states')
  return <Pill tone={tones[state]}>{t(state)}</Pill>
}

export function useTicketColumns(): Column<ConsoleTicket>[] {
  const t = useTranslations('operatorTickets')
  return [
    {
      name: 'id',
      label: t('number'),
      cell: ({ id }) => (
        <PageLink className="link" to={`/operator/tickets/${id}`} data-row>
          {id}
        </PageLink>
      ),
      kind: 'mono',
    },
    {
      name: 'customer',
      label: t('customer'),
      cell: ({ name, email }) => (
        <span>
          {name}
          {name !== email && <span className="row-note">{email}</span>}
        </span>
      ),
    },
    {
      name: 'excerpt',
      label: t('message'),
      cell: ({ excerpt }) => <span className="clamped desk-excerpt">{excerpt}</span>,
    },
    { name: 'state', label: t('state'), cell: ({ state }) => <TicketStatePill state={state} /> },
    {
      name: 'assignee',
      label: t('assignee'),
      cell: ({ assignee }) => assignee?.email ?? <span className="text-muted">{t('nobody')}</span>,
    },
    { name: 'changed', label: t('changed'), cell: ({ changedAt }) => <Moment at={changedAt} />, kind: 'mono' },
  ]
}
