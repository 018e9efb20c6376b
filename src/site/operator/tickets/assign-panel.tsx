import { useTranslations } from 'use-intl'
import type { ConsoleThread } from '#src/contract/operator/tickets.ts'
import { SelectField } from '../../ui/field.tsx'
import { PostForm, SubmitButton } from '../../ui/form/work-form.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import { AssigneeOptions } from './assignee-options.tsx'

export function AssignPanel({ ticket, email }: { ticket: ConsoleThread; email: string }) {
  const t = useTranslations('operatorTickets')
  const { assignee, colleagues, version } = ticket
  const current = assignee === null ? 'nobody' : assignee.email === email ? 'me' : assignee.accountId
  // An assignee who may no longer answer is not among the colleagues.
  const isListed = assignee === null || colleagues.some(({ accountId }) => accountId === assignee.accountId)
  return (
    <Panel title={t('assignee')} aside={assignee === null && t('nobody')}>
      <PostForm key={version} replace preventScrollReset className="stack form gap-12">
        <input type="hidden" name="act" value="assign" />
        <input type="hidden" name="version" value={version} />
        <SelectField label={t('assignTo')} name="assignee" defaultValue={current}>
          <AssigneeOptions colleagues={isListed ? colleagues : [...colleagues, assignee]} email={email} />
        </SelectField>
        <SubmitButton className="btn btn-outline">{t('assign')}</SubmitButton>
      </PostForm>
    </Panel>
  )
}
