import { useTranslations } from 'use-intl'
import type { ConsoleTicket } from '#src/contract/operator/tickets.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import { TicketStatePill } from './ticket-columns.tsx'

export function OthersPanel({ others }: { others: readonly ConsoleTicket[] }) {
  const t = useTranslations('operatorTickets')
  if (others.length === 0) return null
  return (
    <Panel title={t('others')} flush>
      <ul className="ruled">
        {others.map(({ id, state, excerpt, changedAt }) => (
          <li key={id} className="pad-12-16">
            <p className="flow-base gap-4-12 breakable desk-author">
              <PageLink className="link num" to={`/operator/tickets/${id}`}>
                {id}
              </PageLink>
              <TicketStatePill state={state} />
              <Moment at={changedAt} style="day" />
            </p>
            <p className="clamped desk-excerpt text-muted">{excerpt}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
