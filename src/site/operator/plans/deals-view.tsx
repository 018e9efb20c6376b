import { useTranslations } from 'use-intl'
import type { Deal } from '#src/contract/operator/plans/editions.ts'
import { Shown } from '../../reads/shown.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { Act, ActField, ActLink, ActSelect } from '../acts/act.tsx'
import { WordsFields } from '../acts/words-fields.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import { EmptyState } from '../parts/frame/states.tsx'
import { type Column, DenseTable } from '../parts/table/dense-table.tsx'
import type { Reader } from '../shell/console-page.tsx'
import type { DataOf } from './loaded/plans-data.server.ts'

/** Plans that the staff opened for one customer. */
export function DealsView({ page: { deals, grantable }, reader }: { page: DataOf<'deals'>; reader: Reader }) {
  const t = useTranslations('operatorPlans.deals')
  const columns: Column<Deal>[] = [
    { name: 'customer', label: t('customer'), cell: ({ email }) => <b>{email ?? t('gone')}</b> },
    { name: 'plan', label: t('plan'), cell: ({ planName }) => planName },
    { name: 'since', label: t('since'), cell: ({ since }) => <Moment at={since} style="day" /> },
    { name: 'ends', label: t('ends'), cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
  ]
  return (
    <>
      <Panel
        title={t('title')}
        aside={
          reader.may('subscription.grant') && (
            <ActLink act="grant" className="btn btn-accent btn-dense">
              {t('grant.open')}
            </ActLink>
          )
        }
        flush
      >
        <Shown read={deals}>
          {(rows) => (
            <DenseTable
              caption={t('title')}
              columns={columns}
              rows={rows}
              rowKey={({ keyId }) => keyId}
              empty={<EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
            />
          )}
        </Shown>
      </Panel>
      <Act
        name="grant"
        title={t('grant.title')}
        effects={[t('grant.opens'), t('grant.renews'), t('grant.key'), t('grant.limit')]}
        submit={t('grant.submit')}
      >
        <ActField label={t('grant.email')} name="email" type="email" autoComplete="off" required />
        <ActSelect label={t('plan')} name="planId" defaultValue="integrated-enterprise">
          {grantable.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </ActSelect>
        <ActField
          label={t('grant.months')}
          name="months"
          inputMode="numeric"
          autoComplete="off"
          defaultValue="12"
          required
        />
        <WordsFields />
      </Act>
    </>
  )
}
