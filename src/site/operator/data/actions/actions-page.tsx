import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { answerOf, send } from '../../../page/invoke.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { known, knownOf } from '../../../reads/read.ts'
import { unlessAct } from '../../acts/act-address.ts'
import { consoleAction } from '../../acts/console-action.server.ts'
import { ListPanel } from '../../list/list-panel.tsx'
import { consolePage } from '../../shell/console-page.server.ts'
import { ConsolePage } from '../../shell/console-page.tsx'
import { DataTabs } from '../tabs/data-tabs.tsx'
import { useActionColumns } from './action-columns.tsx'
import { type ActionFields, ActionPanel, inputNames } from './action-panel.tsx'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage(['operatorData', 'operatorActions'], async ({ params: { id = '' }, url, get }) => {
    const said = (name: string) => url.searchParams.get(name)?.trim() ?? ''
    const path = { id }
    const shown = get(await send(args, 'GET /api/operator/instruments/{id}/actions', { params: path }))
    const input = Object.fromEntries(inputNames.map((name) => [name, said(name)])) as ActionFields
    const query = { ...input, to: input.to || 'set', kind: input.kind || 'split' }
    if (input.exDate === '') return { id, shown, input: query, preview: known(null) }
    const pending = send(args, 'GET /api/operator/instruments/{id}/actions/preview', { params: path, query })
    const preview = await answerOf(args, pending, (answer) => ({
      effect: answer.ok ? answer.data : null,
      wrong: answer.ok ? null : (answer.refusal.param ?? answer.refusal.error),
    }))
    return { id, shown, input: query, preview }
  })(args)

export const action = consoleAction({
  change: async ({ text, number }, args: ActionFunctionArgs) => {
    const body = { ...Object.fromEntries(inputNames.map((name) => [name, text(name)])), version: number('version') }
    const params = { id: args.params.id ?? '' }
    const answer = await send(args, 'POST /api/operator/instruments/{id}/actions', { params, body })
    // The redirect drops the form's values from the address.
    if (answer.ok) throw redirect(`${args.url.pathname}?done=change`)
    return answer
  },
})

export default function ActionsPage() {
  const t = useTranslations('operatorActions')
  const loaded = useLoaderData<typeof loader>()
  const columns = useActionColumns()
  const page = loaded.page
  return (
    <ConsolePage
      loaded={loaded}
      title={page ? `${t('title')} · ${page.shown.code}` : t('title')}
      crumb={
        page && (
          <PageLink to={`/operator/data/instruments/${page.id}`} className="crumb">
            {t('back')}
          </PageLink>
        )
      }
      lead={page?.shown.name}
      done={{ change: t('done') }}
    >
      {({ shown, input, preview }, reader) => (
        <>
          <DataTabs />
          <ListPanel
            title={t('listed')}
            aside={t('newest')}
            columns={columns}
            rows={shown.actions}
            rowKey={({ kind, exDate }) => `${kind} ${exDate}`}
            isMarked={({ edit }) => edit !== null}
            none={{ title: t('none'), text: t('noneText') }}
          />
          <ActionPanel
            key={JSON.stringify(input)}
            currency={shown.currency}
            version={shown.version}
            input={input}
            preview={knownOf(preview)}
            isUnread={preview.state === 'failed'}
            reader={reader}
          />
        </>
      )}
    </ConsolePage>
  )
}
