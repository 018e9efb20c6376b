import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { invoke, send } from '../../../page/invoke.server.ts'
import { unlessAct } from '../../acts/act-address.ts'
import { consoleAction } from '../../acts/console-action.server.ts'
import { Panel } from '../../parts/frame/panel.tsx'
import { EmptyState } from '../../parts/frame/states.tsx'
import { DenseTable } from '../../parts/table/dense-table.tsx'
import { consolePage } from '../../shell/console-page.server.ts'
import { ConsolePage } from '../../shell/console-page.tsx'
import { DataTabs } from '../tabs/data-tabs.tsx'
import { Followed } from './followed.tsx'
import { Pushing } from './pushing.tsx'
import { useImportedColumns, useRecordingColumns, useSourceColumns } from './source-columns.tsx'

export const loader = (args: LoaderFunctionArgs) =>
  consolePage(['operatorData', 'operatorSources'], async ({ ctx, get }) => ({
    ...get(await invoke(args, 'GET /api/operator/sources', {})),
    now: ctx.clock.now(),
  }))(args)

export const shouldRevalidate = unlessAct

export const action = consoleAction({
  order: ({ text, all }, args) =>
    send(args, 'POST /api/operator/sources/order', {
      // The class is empty for the order of a single instrument.
      body: { scope: text('class') || text('scope'), sources: all('sources') },
    }),
})

export default function SourcesPage() {
  const t = useTranslations('operatorSources')
  const loaded = useLoaderData<typeof loader>()
  const sources = useSourceColumns(loaded.page?.now ?? 0)
  const recordings = useRecordingColumns()
  const imported = useImportedColumns()
  return (
    <ConsolePage
      loaded={loaded}
      tabs={<DataTabs />}
      title={t('title')}
      lead={t('lead')}
      done={{ order: t('push.done') }}
    >
      {(page, reader) => (
        <>
          <Panel title={t('sources')} aside={t('byRank')} flush>
            <DenseTable
              caption={t('sources')}
              columns={sources}
              rows={page.sources}
              rowKey={(row) => `${row.source} ${row.class}`}
              isMarked={({ state }) => state === 'silent'}
              empty={
                <EmptyState title={t(page.isReported ? 'none' : 'unknown')}>
                  {t(page.isReported ? 'noneText' : 'unknownText')}
                </EmptyState>
              }
            />
          </Panel>
          <Followed rows={page.followed} />
          <Pushing page={page} reader={reader} />
          <Panel title={t('recorder')} aside={t('recorderAside')} flush>
            <DenseTable
              caption={t('recorder')}
              columns={recordings}
              rows={page.recordings}
              rowKey={(row) => row.class}
              isMarked={({ gaps }) => gaps > 0}
              empty={null}
            />
          </Panel>
          {page.imports.length > 0 && (
            <Panel title={t('imported')} flush>
              <DenseTable
                caption={t('imported')}
                columns={imported}
                rows={page.imports}
                rowKey={(row) => row.class}
                empty={null}
              />
            </Panel>
          )}
        </>
      )}
    </ConsolePage>
  )
}
