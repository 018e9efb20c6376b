import { useTranslations } from 'use-intl'
import type { Note } from '#src/contract/operator/customers/customers.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { ActLink } from '../../acts/act.tsx'
import { Panel } from '../../parts/frame/panel.tsx'
import type { Reader } from '../../shell/console-page.tsx'

export function NotesPanel({ notes, reader: { may } }: { notes: readonly Note[]; reader: Reader }) {
  const t = useTranslations('operatorCustomers.notes')
  return (
    <Panel
      title={t('title')}
      aside={t('staffOnly')}
      flush
      foot={
        may('customer.note') && (
          <ActLink act="note" className="btn btn-outline btn-dense">
            {t('add')}
          </ActLink>
        )
      }
    >
      {notes.length === 0 ? (
        <p className="panel-body text-muted">{t('none')}</p>
      ) : (
        <ul className="ruled panel-rows">
          {notes.map(({ id, note, author, at }) => (
            <li key={id}>
              <div>
                <p className="written">{note}</p>
                <p className="row-note">
                  {author ?? t('cli')}, <Moment at={at} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
