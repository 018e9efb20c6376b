import { Form, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ConsoleThread } from '#src/contract/operator/tickets.ts'
import { SelectField } from '../../ui/field.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import { AssigneeOptions } from './assignee-options.tsx'

export function AssignPanel({ ticket, email }: { ticket: ConsoleThread; email: string }) {
  const t = useTranslations('operatorTickets')
  const { state } = useNavigation()
  const { assignee, colleagues, version } = ticket
  const current = assignee === null ? 'nobody' : assignee.email === email ? 'me' : assignee.accountId
  return (
    <Panel title={t('assignee')} aside={assignee === null && t('nobody')}>
      <Form key={version} method="post" replace preventScrollReset className="stack form desk-assign">
        <input type="hidden" name="act" value="assign" />
        <input type="hidden" name="version" value={version} />
        <SelectField label={t('assignTo')} name="assignee" defaultValue={current}>
          <AssigneeOptions colleagues={colleagues} email={email} />
        </SelectField>
        <button type="submit" className="btn btn-outline" disabled={state !== 'idle'}>
          {t('assign')}
        </button>
      </Form>
    </Panel>
  )
}
