import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { customerFilters } from '#src/contract/values/customer-lists.ts'
import { send } from '../../page/invoke.server.ts'
import { unlessAct } from '../acts/act-address.ts'
import { Chips } from '../parts/choice/filters.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import { EmptyState } from '../parts/frame/states.tsx'
import { DenseTable, Pager } from '../parts/table/dense-table.tsx'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { useCustomerColumns } from './columns.tsx'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorCustomers', async ({ url, get }) => {
    const searched = url.searchParams.get('q')?.trim() ?? ''
    const query = Object.fromEntries(url.searchParams)
    const { customers, next } = get(await send(args, 'GET /api/operator/customers', { query }))
    const [only, ...others] = customers
    // A search that finds one customer opens the customer's page instead of a list.
    if (only && others.length === 0 && searched !== '') throw redirect(`${url.pathname}/${only.accountId}`)
    return { customers, next, asked: searched }
  })(args)

export default function CustomersPage() {
  const t = useTranslations('operatorCustomers.list')
  const title = useTranslations('operatorCustomers.meta')('title')
  const loaded = useLoaderData<typeof loader>()
  const columns = useCustomerColumns()
  return (
    <ConsolePage loaded={loaded} title={title} lead={t('lead')}>
      {({ customers, next, asked: searched }) => (
        <Panel
          title={searched === '' ? t('all') : t('found', { asked: searched })}
          aside={searched === '' && t('newest')}
          flush
        >
          {searched === '' && (
            <Chips
              label={t('filter')}
              param="state"
              chips={customerFilters.map((name) => ({ name, label: t(`filters.${name}`) }))}
            />
          )}
          <DenseTable
            caption={t('all')}
            columns={searched === '' ? columns.filter(({ name }) => name !== 'found') : columns}
            rows={customers}
            rowKey={({ accountId }) => accountId}
            empty={
              <EmptyState title={searched === '' ? t('none') : t('nothing', { asked: searched })}>
                {searched !== '' && t('takes')}
              </EmptyState>
            }
          />
          {searched === '' && <Pager next={next} shown={customers.length} />}
        </Panel>
      )}
    </ConsolePage>
  )
}
