import { useTranslations } from 'use-intl'
import { languages } from '#src/contract/locale.ts'
import type { ConsoleThread } from '#src/contract/operator/tickets.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Facts, Panel } from '../parts/frame/panel.tsx'
import type { Reader } from '../shell/console-page.tsx'

export function CustomerPanel({ ticket, reader }: { ticket: ConsoleThread; reader: Reader }) {
  const t = useTranslations('operatorTickets.about')
  const { name, email, accountId, recipient } = ticket
  return (
    <Panel title={t('title')} flush>
      <Facts
        facts={[
          ...(name === email ? [] : [{ name: t('name'), value: name }]),
          { name: t('email'), value: recipient.email },
          ...(recipient.email === email ? [] : [{ name: t('wroteFrom'), value: email }]),
          { name: t('language'), value: languages[recipient.locale].name },
          {
            name: t('account'),
            value: accountId === null ? t('visitor') : <Account id={accountId} isOpen={reader.may('customer.view')} />,
          },
        ]}
      />
    </Panel>
  )
}

/** Links to the page of the customer: keys, money and everything else. That page logs each view. */
function Account({ id, isOpen }: { id: string; isOpen: boolean }) {
  if (!isOpen) return <code className="num">{id}</code>
  return (
    <PageLink className="link num" to={`/operator/customers/${id}`}>
      {id}
    </PageLink>
  )
}
