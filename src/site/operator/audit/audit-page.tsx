import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import type { AuditRow } from '#src/contract/operator/audit.ts'
import { addressOf } from '../../browser/call-route.ts'
import { answerOf, invoke } from '../../page/invoke.server.ts'
import { knownOf } from '../../reads/read.ts'
import { Shown } from '../../reads/shown.tsx'
import { unlessAct } from '../acts/act-address.ts'
import { Panel } from '../parts/frame/panel.tsx'
import { EmptyState } from '../parts/frame/states.tsx'
import { DenseTable, Pager } from '../parts/table/dense-table.tsx'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { AuditFilters, auditFilters, type FilterFault } from './audit-filters.tsx'
import { ChainState } from './chain-state.tsx'
import { useAuditColumns } from './columns.tsx'
import './audit.css'

export const shouldRevalidate = unlessAct

const nothing = { entries: [] as AuditRow[], next: null }

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorAudit', async ({ url, attempt, get }) => {
    const filters = auditFilters(url.searchParams)
    const after = url.searchParams.get('after') ?? undefined
    const chain = await attempt(invoke(args, 'GET /api/operator/audit/chain', {}))
    const pending = invoke(args, 'GET /api/operator/audit', { query: { ...filters, after } })
    const listed = await answerOf(args, pending, (answer) => {
      const { param, msg: message } = answer.ok ? {} : answer.refusal
      const fault: FilterFault | null = param === undefined || message === undefined ? null : { param, message }
      return { ...(fault ? nothing : get(answer)), fault }
    })
    return { listed, chain, filters }
  })(args)

export default function AuditPage() {
  const t = useTranslations('operatorAudit')
  const loaded = useLoaderData<typeof loader>()
  const columns = useAuditColumns()
  return (
    <ConsolePage
      loaded={loaded}
      title={t('meta.title')}
      lead={t('lead')}
      tools={({ filters }, { may }) =>
        may('audit.export') && (
          <a
            className="btn btn-outline"
            href={addressOf('GET /api/operator/audit/export', { query: filters })}
            download
          >
            {t('export')}
          </a>
        )
      }
    >
      {({ listed, chain, filters }) => (
        <>
          <Shown read={chain} failed={t('chain.failed')}>
            {(known) => <ChainState chain={known} />}
          </Shown>
          <AuditFilters filters={filters} fault={knownOf(listed)?.fault ?? null} />
          <Panel title={t('rows')} aside={t('newest')} flush>
            <Shown read={listed}>
              {({ entries, next }) => (
                <>
                  <DenseTable
                    caption={t('rows')}
                    columns={columns}
                    rows={entries}
                    rowKey={({ id }) => id}
                    empty={<EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
                  />
                  <Pager next={next} shown={entries.length} />
                </>
              )}
            </Shown>
          </Panel>
        </>
      )}
    </ConsolePage>
  )
}
