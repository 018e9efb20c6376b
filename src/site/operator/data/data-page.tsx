import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { invoke, send } from '../../page/invoke.server.ts'
import { Shown } from '../../reads/shown.tsx'
import { ActLink } from '../acts/act.tsx'
import { unlessAct } from '../acts/act-address.ts'
import type { ActAnswer } from '../acts/act-answer.ts'
import { consoleAction } from '../acts/console-action.server.ts'
import { Chips } from '../parts/choice/filters.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import { PanelOf } from '../parts/frame/panel-of.tsx'
import { EmptyState } from '../parts/frame/states.tsx'
import { DenseTable, Pager } from '../parts/table/dense-table.tsx'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { useImportColumns } from './imports/import-columns.tsx'
import { DataTabs } from './tabs/data-tabs.tsx'
import { UploadForm } from './uploads/upload-form.tsx'
import { Uploads } from './uploads/uploads.tsx'
import './tabs/data.css'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorData', async ({ url, attempt }) => {
    const onlyWaiting = url.searchParams.get('rows') === 'waiting'
    const query = { after: url.searchParams.get('after') ?? undefined, ...(onlyWaiting && { waiting: 'yes' as const }) }
    return {
      listed: await attempt(invoke(args, 'GET /api/operator/imports', { query })),
      onlyWaiting,
      known: await attempt(invoke(args, 'GET /api/operator/places', {})),
      sent: await attempt(invoke(args, 'GET /api/operator/uploads', {})),
    }
  })(args)

export const action = consoleAction({
  stop: ({ text, number }, args) =>
    send(args, 'POST /api/operator/uploads/{id}/stop', {
      params: { id: text('on') },
      body: { version: number('version') },
    }),
  start: ({ text, number }, args) =>
    send(args, 'POST /api/operator/uploads/{id}/start', {
      params: { id: text('on') },
      body: { version: number('version') },
    }),
  drop: ({ text, number }, args) =>
    send(args, 'POST /api/operator/uploads/{id}/drop', {
      params: { id: text('on') },
      body: { version: number('version') },
    }),
})

const doneActs = ['stop', 'start', 'drop'] as const

export default function DataPage() {
  const t = useTranslations('operatorData')
  const loaded = useLoaderData<typeof loader>()
  const refused = useActionData<ActAnswer>()
  const columns = useImportColumns()
  return (
    <ConsolePage
      loaded={loaded}
      tabs={<DataTabs />}
      title={t('meta.title')}
      lead={t('lead')}
      done={Object.fromEntries(doneActs.map((act) => [act, t(`done.${act}`)]))}
      tools={(_, { may }) =>
        may('upload.send') && (
          <ActLink act="upload" className="btn btn-accent">
            {t('upload.open')}
          </ActLink>
        )
      }
    >
      {({ listed, onlyWaiting, known, sent }, reader) => (
        <>
          {refused && (
            <p className="notice notice-bad" role="alert">
              {refused.message}
            </p>
          )}
          {reader.may('upload.send') && (
            <PanelOf title={t('upload.title')} read={known}>
              {(places) => <UploadForm places={places} />}
            </PanelOf>
          )}
          <PanelOf title={t('uploads.title')} read={sent}>
            {(uploads) => <Uploads uploads={uploads} reader={reader} />}
          </PanelOf>
          <Panel title={t('imports.title')} aside={t('imports.newest')} flush>
            <Chips
              label={t('imports.filter')}
              param="rows"
              chips={[
                { name: 'all', label: t('imports.all') },
                { name: 'waiting', label: t('imports.waiting') },
              ]}
            />
            <Shown read={listed}>
              {({ imports, next }) => (
                <>
                  <DenseTable
                    caption={t('imports.title')}
                    columns={columns}
                    rows={imports}
                    rowKey={({ id }) => id}
                    isMarked={({ waiting }) => waiting > 0}
                    empty={
                      <EmptyState title={t(onlyWaiting ? 'imports.noneWaiting' : 'imports.none')}>
                        {t(onlyWaiting ? 'imports.noneWaitingText' : 'imports.noneText')}
                      </EmptyState>
                    }
                  />
                  <Pager next={next} shown={imports.length} />
                </>
              )}
            </Shown>
          </Panel>
        </>
      )}
    </ConsolePage>
  )
}
