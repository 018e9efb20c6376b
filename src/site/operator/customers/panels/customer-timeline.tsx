import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { CustomerEvent } from '#src/contract/operator/customers/customers.ts'
import { timelineKinds } from '#src/contract/values/customer-lists.ts'
import { grouped } from '../../../ui/grouped.ts'
import { ActLink } from '../../acts/act.tsx'
import { withoutAct } from '../../acts/act-address.ts'
import { Chips } from '../../parts/choice/filters.tsx'
import { Panel } from '../../parts/frame/panel.tsx'
import { EmptyState } from '../../parts/frame/states.tsx'
import { Timeline } from '../../parts/frame/timeline.tsx'
import type { Reader } from '../../shell/console-page.tsx'
import { useEventWords } from './event-words.tsx'

export type TimelineData = { events: CustomerEvent[]; next: string | null; partial: boolean }

export function CustomerTimeline({ timeline, reader: { may } }: { timeline: TimelineData; reader: Reader }) {
  const t = useTranslations('operatorCustomers.timeline')
  const words = useEventWords()
  const { events, next, partial } = timeline
  return (
    <Panel title={t('title')} aside={t('newest')} flush foot={<TimelineFoot next={next} />}>
      <Chips
        label={t('filter')}
        param="kind"
        chips={['all', ...timelineKinds].map((name) => ({ name, label: t(`kinds.${name as 'all'}`) }))}
      />
      {partial && <p className="notice">{t('partial')}</p>}
      {events.length === 0 ? (
        <EmptyState title={t('none')} />
      ) : (
        <Timeline
          events={events.map((event) => {
            const eventWords = words(event)
            const isResendable = event.what === 'mail.failed' && may('customer.resend_mail')
            return {
              key: event.id,
              at: event.at,
              ...eventWords,
              note: (
                <>
                  {eventWords.note}{' '}
                  {isResendable && (
                    <ActLink act="resend" on={String(event.facts.mailId)} className="action-link">
                      {t('resend')}
                    </ActLink>
                  )}
                </>
              ),
              amount: event.amount && signed(event.amount),
              left: event.left && t('left', { credit: grouped(event.left) }),
            }
          })}
        />
      )}
    </Panel>
  )
}

function TimelineFoot({ next }: { next: string | null }) {
  const t = useTranslations('operatorCustomers.timeline')
  const location = useLocation()
  const query = new URLSearchParams(withoutAct(location).split('?')[1] ?? '')
  if (next !== null) query.set('after', next)
  return (
    <>
      {next !== null && (
        <Link className="link" to={`${location.pathname}?${query}`} preventScrollReset rel="next">
          {t('earlier')}
        </Link>
      )}
      <span className="fine push-end">{t('looking')}</span>
    </>
  )
}

/** An amount with its sign: `+5.00`, `−5.00`. */
function signed(amount: string): string {
  return amount.startsWith('-') ? `−${grouped(amount.slice(1))}` : `+${grouped(amount)}`
}
