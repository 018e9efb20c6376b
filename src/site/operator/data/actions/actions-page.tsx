import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { send } from '../../../page/invoke.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { ActLink } from '../../acts/act.tsx'
import { unlessAct } from '../../acts/act-address.ts'
import { consoleAction, type Said } from '../../acts/console-action.server.ts'
import { ListPanel } from '../../list/list-panel.tsx'
import { consolePage } from '../../shell/console-page.server.ts'
import { ConsolePage } from '../../shell/console-page.tsx'
import { DataTabs } from '../tabs/data-tabs.tsx'
import { ActionActs, inputNames, subjectOf } from './action-acts.tsx'
import { useActionColumns } from './action-columns.tsx'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage(['operatorData', 'operatorActions'], async ({ params: { id = '' }, get }) => ({
    id,
    shown: get(await send(args, 'GET /api/operator/instruments/{id}/actions', { params: { id } })),
  }))(args)

const change = ({ text, number }: Said, args: ActionFunctionArgs) => {
  const fields = Object.fromEntries(inputNames.map((name) => [name, text(name)]))
  const body = { ...fields, to: text('to'), version: number('version') }
  return send(args, 'POST /api/operator/instruments/{id}/actions', { params: { id: args.params.id ?? '' }, body })
}

export const action = consoleAction({ set: change, remove: change, restore: change })

export default function ActionsPage() {
  const t = useTranslations('operatorActions')
  const loaded = useLoaderData<typeof loader>()
  const columns = useActionColumns()
  const page = loaded.page
  return (
    <ConsolePage
      loaded={loaded}
      tabs={<DataTabs />}
      title={page ? `${t('title')} · ${page.shown.code}` : t('title')}
      crumb={
        page && (
          <PageLink to={`/operator/data/instruments/${page.id}`} className="inline-middle crumb">
            {t('back')}
          </PageLink>
        )
      }
      lead={page?.shown.name}
      done={{ set: t('done'), remove: t('done'), restore: t('done') }}
      tools={(_, { may }) =>
        may('action.set') && (
          <ActLink act="set" className="btn btn-accent">
            {t('setOpen')}
          </ActLink>
        )
      }
    >
      {({ id, shown }, reader) => (
        <>
          <ListPanel
            title={t('listed')}
            aside={t('newest')}
            columns={columns}
            rows={shown.actions}
            rowKey={subjectOf}
            isMarked={({ edit }) => edit !== null}
            none={{ title: t('none'), text: t('noneText') }}
          />
          <ActionActs id={id} shown={shown} reader={reader} />
        </>
      )}
    </ConsolePage>
  )
}
