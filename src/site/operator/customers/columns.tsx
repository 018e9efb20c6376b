import { useTranslations } from 'use-intl'
import type { ListedCustomer } from '#src/contract/operator/customers/customers.ts'
import { PageLink } from '../../page/page-link.tsx'
import { grouped } from '../../ui/grouped.ts'
import { Moment } from '../../ui/time/moment.tsx'
import type { Column } from '../parts/table/dense-table.tsx'
import { useListed } from '../parts/words/use-listed.ts'
import { CustomerStatePill } from '../search/customer-state-pill.tsx'
import './customers.css'

export function useCustomerColumns(): Column<ListedCustomer>[] {
  const t = useTranslations('operatorCustomers.list')
  const listed = useListed()
  return [
    {
      name: 'email',
      label: t('columns.email'),
      cell: ({ accountId, email }) => (
        <PageLink className="link customer-email" to={`/operator/customers/${accountId}`} data-row>
          {email}
        </PageLink>
      ),
    },
    { name: 'state', label: t('columns.state'), cell: ({ state }) => <CustomerStatePill state={state} /> },
    {
      name: 'found',
      label: t('columns.found'),
      cell: ({ foundBy }) => (foundBy === null ? null : t(`foundBy.${foundBy}`)),
    },
    {
      name: 'plans',
      label: t('columns.plans'),
      cell: ({ plans }) => <span className="by-word">{listed(plans) || '–'}</span>,
    },
    { name: 'credit', label: t('columns.credit'), cell: ({ credit }) => grouped(credit), kind: 'figure' },
    { name: 'since', label: t('columns.since'), cell: ({ since }) => <Moment at={since} style="day" />, kind: 'mono' },
    {
      name: 'seen',
      label: t('columns.seen'),
      cell: ({ seenAt }) => (seenAt === null ? '–' : <Moment at={seenAt} />),
      kind: 'mono',
      narrow: 'no',
    },
  ]
}
