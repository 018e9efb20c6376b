import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { ImportRow } from '#src/contract/operator/imports.ts'
import { send } from '../../../page/invoke.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { unlessAct } from '../../acts/act-address.ts'
import type { ActAnswer } from '../../acts/act-answer.ts'
import { consoleAction, type Said } from '../../acts/console-action.server.ts'
import { Figures, Panel } from '../../parts/frame/panel.tsx'
import { EmptyState } from '../../parts/frame/states.tsx'
import { useFollow } from '../../parts/use-follow.ts'
import { consolePage } from '../../shell/console-page.server.ts'
import { ConsolePage } from '../../shell/console-page.tsx'
import { DataTabs } from '../tabs/data-tabs.tsx'
import { Meter } from '../uploads/meter.tsx'
import { changedRows } from './corrected-rows.ts'
import { Beginner, ImportStatePill } from './import-columns.tsx'
import { QuarantinePanel } from './quarantine-panel.tsx'
import { RowActs } from './row-acts.tsx'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorData', async ({ params, url, get }) => {
    const reason = url.searchParams.get('reason') || undefined
    const query = { reason, after: url.searchParams.get('after') ?? undefined }
    const opened = get(await send(args, 'GET /api/operator/imports/{id}', { params: { id: params.id ?? '' }, query }))
    return { ...opened, reason: reason ?? '' }
  })(args)

const idOf = ({ params }: ActionFunctionArgs) => ({ id: params.id ?? '' })

/** Parses the values of the rows' checkboxes, each `line:version`. */
const linesOf = (picked: readonly string[]) =>
  picked.map((text) => {
    const [line, version] = text.split(':').map(Number)
    return { line, version }
  })

const releaseAll = ({ maybe }: Said, args: ActionFunctionArgs) =>
  send(args, 'POST /api/operator/imports/{id}/release', {
    params: idOf(args),
    body: { reason: maybe('reason'), fix: maybe('fix') },
  })

export const action = consoleAction(
  {
    correct: (said, args) =>
      send(args, 'POST /api/operator/imports/{id}/correct', {
        params: idOf(args),
        body: { rows: changedRows(said), release: true },
      }),
    release: ({ all }, args) =>
      send(args, 'POST /api/operator/imports/{id}/release', {
        params: idOf(args),
        body: { lines: linesOf(all('row')) },
      }),
    discard: ({ all }, args) =>
      send(args, 'POST /api/operator/imports/{id}/discard', {
        params: idOf(args),
        body: { lines: linesOf(all('row')) },
      }),
    'release-all': releaseAll,
    fix: releaseAll,
    'discard-all': ({ maybe }, args) =>
      send(args, 'POST /api/operator/imports/{id}/discard', { params: idOf(args), body: { reason: maybe('reason') } }),
  },
  {
    correct: (result) => {
      const { saved, refused } = result as { saved: number; refused: { line: number; reason: string }[] }
      const faults = Object.fromEntries(refused.map(({ line, reason }) => [line, reason]))
      return refused.length === 0 ? null : { shown: String(saved), faults }
    },
  },
)

const doneActs = ['correct', 'release', 'discard', 'release-all', 'fix', 'discard-all'] as const

const isMoving = ({ state }: Pick<ImportRow, 'state'>) => state === 'waiting' || state === 'running'

export default function ImportPage() {
  const t = useTranslations('operatorData')
  const format = useFormatter()
  const loaded = useLoaderData<typeof loader>()
  const refused = useActionData<ActAnswer>()
  const run = loaded.page?.import
  useFollow(run !== undefined && isMoving(run))
  const isOfTable = refused !== undefined && ['correct', 'release', 'discard'].includes(refused.act)
  return (
    <ConsolePage
      loaded={loaded}
      tabs={<DataTabs />}
      title={run?.file ?? t('meta.title')}
      crumb={
        <PageLink to="/operator/data" className="inline-middle crumb">
          {t('imports.back')}
        </PageLink>
      }
      lead={
        run && (
          <span className="flow-base console-lead">
            <ImportStatePill state={run.state} />
            <span>{run.target || t(`kinds.${run.kind}`)}</span>
            <Beginner by={run.by} />
          </span>
        )
      }
      done={Object.fromEntries(doneActs.map((act) => [act, t(`done.${act}`)]))}
    >
      {(
        { import: { state, fraction, failure, rows, accepted, corrected, quarantined, waiting }, ...opened },
        reader,
      ) => (
        <>
          {isOfTable && (
            <p className="notice notice-bad" role="alert">
              <TableRefusal refused={refused} />
            </p>
          )}
          <Figures
            figures={[
              { key: 'rows', name: t('imports.rows'), value: format.number(rows) },
              { key: 'taken', name: t('imports.taken'), value: format.number(accepted) },
              { key: 'corrected', name: t('imports.corrected'), value: format.number(corrected) },
              { key: 'refused', name: t('imports.refused'), value: format.number(quarantined) },
              { key: 'waiting', name: t('imports.wait'), value: format.number(waiting) },
            ]}
          />
          {opened.reading !== null && <p className="text-muted">{opened.reading}</p>}
          {failure !== null && (
            <p className="notice notice-bad" role="status">
              {failure}
            </p>
          )}
          {isMoving({ state }) ? (
            <Panel title={t('quarantine.title')}>
              <EmptyState title={t('quarantine.reading')}>
                {t('quarantine.readingText', { rows: format.number(rows) })}
              </EmptyState>
              <Meter label={t('quarantine.readingLabel')} share={fraction} />
            </Panel>
          ) : waiting === 0 ? (
            <Panel title={t('quarantine.title')} flush>
              <EmptyState title={t('quarantine.none')}>{t('quarantine.noneText')}</EmptyState>
            </Panel>
          ) : (
            <QuarantinePanel {...opened} waiting={waiting} faults={refused?.faults ?? {}} reader={reader} />
          )}
          <RowActs {...opened} waiting={waiting} />
        </>
      )}
    </ConsolePage>
  )
}

function TableRefusal({ refused: { param, message, shown, faults } }: { refused: ActAnswer }) {
  const t = useTranslations('operatorData.quarantine')
  if (faults) return t('someStill', { saved: Number(shown), count: Object.keys(faults).length })
  if (param === 'lines') return t('selectSome')
  return param === 'rows' ? t('changeSome') : message
}
