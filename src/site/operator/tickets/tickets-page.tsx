import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { ticketStates } from '#src/contract/values/ticket-state.ts'
import { invoke } from '../../page/invoke.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { unlessAct } from '../acts/act-address.ts'
import { Chips, FilterSelect, Filters } from '../parts/choice/filters.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import { EmptyState } from '../parts/frame/states.tsx'
import { DenseTable, Pager } from '../parts/table/dense-table.tsx'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { AssigneeOptions } from './assignee-options.tsx'
import { useTicketColumns } from './ticket-columns.tsx'
import './tickets.css'

export const shouldRevalidate = unlessAct

/** The first state is the default. */
const shownStates = [...ticketStates, 'all'] as const

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorTickets', async ({ url, get }) => {
    const shown = shownStates.find((name) => name === url.searchParams.get('state')) ?? shownStates[0]
    const assignee = url.searchParams.get('assignee') || undefined
    const after = url.searchParams.get('after') ?? undefined
    const query = { state: shown === 'all' ? undefined : shown, assignee, after }
    const listed = get(await invoke(args, 'GET /api/operator/tickets', { query }))
    return { ...listed, shown, assignee: assignee ?? '' }
  })(args)

export default function TicketsPage() {
  const t = useTranslations('operatorTickets')
  const loaded = useLoaderData<typeof loader>()
  const columns = useTicketColumns()
  return (
    <ConsolePage
      loaded={loaded}
      title={t('meta.title')}
      lead={t('lead')}
      tools={() => (
        <PageLink to="/operator/tickets/texts" className="btn btn-outline">
          {t('texts.title')}
        </PageLink>
      )}
    >
      {({ tickets, total, next, colleagues, shown, assignee }, { email }) => (
        <>
          <Filters label={t('filters.label')} keep={{ state: shown }} isSet={assignee !== ''}>
            <FilterSelect label={t('assignee')} name="assignee" defaultValue={assignee}>
              <option value="">{t('filters.anybody')}</option>
              <AssigneeOptions colleagues={colleagues} email={email} />
            </FilterSelect>
          </Filters>
          <Panel title={t('inbox')} aside={t(shown === 'open' ? 'oldest' : 'newest')} flush>
            <Chips
              label={t('state')}
              param="state"
              chips={shownStates.map((name) => ({ name, label: t(`filters.${name}`) }))}
            />
            <DenseTable
              caption={t('inbox')}
              columns={columns}
              rows={tickets}
              rowKey={({ id }) => id}
              empty={<EmptyState title={t(shown === 'open' ? 'none.open' : 'none.other')}>{t('none.text')}</EmptyState>}
            />
            <Pager next={next} shown={tickets.length} total={total} />
          </Panel>
        </>
      )}
    </ConsolePage>
  )
}
