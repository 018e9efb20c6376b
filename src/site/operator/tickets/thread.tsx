import { useTranslations } from 'use-intl'
import type { ConsoleMessage } from '#src/contract/operator/tickets.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { Panel } from '../parts/frame/panel.tsx'

export function Thread({ messages, customer }: { messages: readonly ConsoleMessage[]; customer: string }) {
  const t = useTranslations('operatorTickets')
  return (
    <Panel title={t('thread')} aside={t('messages', { count: messages.length })} flush>
      <ol className="ruled desk-thread">
        {messages.map(({ author, email, text, at }, turn) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added at the end
          <li key={turn} data-author={author}>
            <p className="flow-base gap-4-12 breakable desk-author">
              <b>{author === 'customer' ? customer : (email ?? t('cli'))}</b>
              {author === 'staff' && <span className="tag">{t('staff')}</span>}
              <Moment at={at} />
            </p>
            <p className="written top-8 desk-text">{text}</p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
