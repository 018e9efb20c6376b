import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { findingKinds, findingStates } from '#src/contract/operator/data/finding-kinds.ts'
import { invoke, send } from '../../../page/invoke.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { ActLink } from '../../acts/act.tsx'
import { unlessAct } from '../../acts/act-address.ts'
import type { ActAnswer } from '../../acts/act-answer.ts'
import { consoleAction, type Said } from '../../acts/console-action.server.ts'
import { Chips } from '../../parts/choice/filters.tsx'
import { Panel } from '../../parts/frame/panel.tsx'
import { PanelOf } from '../../parts/frame/panel-of.tsx'
import { EmptyState } from '../../parts/frame/states.tsx'
import { DenseTable, Pager } from '../../parts/table/dense-table.tsx'
import { consolePage } from '../../shell/console-page.server.ts'
import { ConsolePage } from '../../shell/console-page.tsx'
import { DataTabs } from '../tabs/data-tabs.tsx'
import { CheckAct } from './check-act.tsx'
import { AcceptActs } from './finding-acts.tsx'
import { useFindingColumns } from './finding-columns.tsx'
import { findingFilter } from './finding-filter.ts'
import { Jobs } from './jobs.tsx'
import { inputNames, RecomputeAct } from './recompute-act.tsx'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage(['operatorData', 'operatorChecks'], async ({ url, attempt }) => {
    const filter = findingFilter(url.searchParams)
    return {
      listed: await attempt(send(args, 'GET /api/operator/findings', { query: filter })),
      filter,
      listedJobs: await attempt(invoke(args, 'GET /api/operator/data-jobs', {})),
    }
  })(args)

function filled(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

const scopeOf = ({ text }: Said, names: readonly string[]) =>
  filled(Object.fromEntries(names.map((name) => [name, text(name)])))
const about = ({ text, number }: Said) => ({ params: { id: text('on') }, body: { version: number('version') } })

export const action = consoleAction({
  check: (said, args) =>
    send(args, 'POST /api/operator/data-jobs/verify', {
      body: scopeOf(said, ['symbol', 'class', 'region', 'from', 'to']),
    }),
  recompute: (said, args) => send(args, 'POST /api/operator/data-jobs/recompute', { body: scopeOf(said, inputNames) }),
  stop: (said, args) => send(args, 'POST /api/operator/data-jobs/{id}/stop', about(said)),
  resume: (said, args) => send(args, 'POST /api/operator/data-jobs/{id}/resume', about(said)),
  accept: (said, args) => {
    const { params, body } = about(said)
    return send(args, 'POST /api/operator/findings/{id}/accept', { params, body: { ...body, note: said.text('note') } })
  },
  reopen: (said, args) => send(args, 'POST /api/operator/findings/{id}/reopen', about(said)),
})

const doneActs = ['check', 'recompute', 'accept', 'reopen', 'stop', 'resume'] as const

export default function ChecksPage() {
  const t = useTranslations('operatorChecks')
  const loaded = useLoaderData<typeof loader>()
  const refused = useActionData<ActAnswer>()
  const isOfButton = refused?.act === 'stop' || refused?.act === 'resume' || refused?.act === 'reopen'
  return (
    <ConsolePage
      loaded={loaded}
      tabs={<DataTabs />}
      title={t('title')}
      lead={t('lead')}
      done={Object.fromEntries(doneActs.map((act) => [act, t(`done.${act}`)]))}
      tools={(_, { may }) => (
        <>
          {may('bars.recompute') && <ActLink act="recompute">{t('recomputeOpen')}</ActLink>}
          {may('bars.verify') && (
            <ActLink act="check" className="btn btn-accent">
              {t('check')}
            </ActLink>
          )}
        </>
      )}
    >
      {({ listed, filter, listedJobs }, reader) => (
        <>
          {isOfButton && (
            <p className="notice notice-bad" role="alert">
              {refused.message}
            </p>
          )}
          <PanelOf title={t('jobs')} read={listedJobs}>
            {(jobs) => <Jobs jobs={jobs} reader={reader} />}
          </PanelOf>
          <PanelOf title={t('findings')} read={listed}>
            {({ findings, open, next }) => (
              <>
                <Findings page={{ findings, open, next, filter }} />
                {reader.may('finding.accept') && <AcceptActs findings={findings} />}
              </>
            )}
          </PanelOf>
          <RecomputeAct reader={reader} />
          <CheckAct reader={reader} />
        </>
      )}
    </ConsolePage>
  )
}

type Page = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['page']>
type Listed = Extract<Page['listed'], { state: 'known' }>['value']

function Findings({ page: { findings, open, next, filter } }: { page: Listed & Pick<Page, 'filter'> }) {
  const t = useTranslations('operatorChecks')
  const classes = useTranslations('operatorData.classes')
  const columns = useFindingColumns()
  const [first] = findings
  return (
    <Panel title={t('findings')} aside={t('newest')} flush>
      <Chips
        label={t('filter')}
        param="state"
        chips={findingStates.map((name) => ({
          name,
          label: t(`states.${name}`),
          count: name === 'open' ? open : null,
        }))}
      />
      <Chips
        label={t('kind')}
        param="kind"
        chips={[
          { name: '', label: t('allKinds') },
          ...findingKinds.map((name) => ({ name, label: t(`kinds.${name}`) })),
        ]}
      />
      {filter.instrument !== undefined && (
        <p className="pad-12-16 ruled-bottom breakable">
          {first && t('ofInstrument', { symbol: first.key })}{' '}
          <PageLink to="/operator/data/checks" className="link">
            {t('everything')}
          </PageLink>
        </p>
      )}
      {filter.class !== undefined && (
        <p className="pad-12-16 ruled-bottom breakable">
          {t('ofPlace', { place: `${classes(filter.class)} ${filter.exchange || '–'}` })}{' '}
          <PageLink to="/operator/data/checks" className="link">
            {t('everything')}
          </PageLink>
        </p>
      )}
      <DenseTable
        caption={t('findings')}
        columns={columns}
        rows={findings}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t(`none.${filter.state}`)}>{t(`noneText.${filter.state}`)}</EmptyState>}
      />
      <Pager next={next} shown={findings.length} />
    </Panel>
  )
}
