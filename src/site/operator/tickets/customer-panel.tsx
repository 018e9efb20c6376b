import { useTranslations } from 'use-intl'
import type { DeskThread } from '#src/contract/operator/tickets.ts'
import { Facts, Panel } from '../parts/panel.tsx'

/** Who wrote, and where an answer goes. */
export function CustomerPanel({ ticket }: { ticket: DeskThread }) {
  const t = useTranslations('operatorTickets.about')
  const language = useTranslations('frame.language')
  const { name, email, accountId, recipient } = ticket
  return (
    <Panel title={t('title')} flush>
      <Facts
        facts={[
          ...(name === email ? [] : [{ name: t('name'), value: name }]),
          { name: t('email'), value: recipient.email },
          ...(recipient.email === email ? [] : [{ name: t('wroteFrom'), value: email }]),
          { name: t('language'), value: language(recipient.locale) },
          {
            name: t('account'),
            value: accountId === null ? t('visitor') : <code className="num">{accountId}</code>,
          },
        ]}
      />
    </Panel>
  )
}
