import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { invoke, send } from '../../../page/invoke.server.ts'
import { unlessAct } from '../../acts/act-address.ts'
import { consoleAction } from '../../acts/console-action.server.ts'
import { consolePage } from '../../shell/console-page.server.ts'
import { WrittenPage } from '../written-page.tsx'
import { Incidents } from './incidents.tsx'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage(['operatorIncidents', 'status'], async ({ get }) =>
    get(await invoke(args, 'GET /api/operator/incidents', {})),
  )(args)

export const action = consoleAction({
  open: ({ text, all, inLanguages }, args) => {
    const about = { impact: text('impact'), components: all('components') }
    return send(args, 'POST /api/operator/incidents', {
      body: { ...about, ...inLanguages('title-'), ...inLanguages('text-') },
    })
  },
  update: ({ text, all, inLanguages }, args) => {
    const about = { stage: text('stage'), impact: text('impact'), components: all('components') }
    return send(args, 'POST /api/operator/incidents/{id}/update', {
      params: { id: text('on') },
      body: { ...about, ...inLanguages('text-') },
    })
  },
  resolve: ({ text, inLanguages }, args) =>
    send(args, 'POST /api/operator/incidents/{id}/resolve', {
      params: { id: text('on') },
      body: inLanguages('text-'),
    }),
})

const doneActs = ['open', 'update', 'resolve'] as const

export default function IncidentsPage() {
  const t = useTranslations('operatorIncidents')
  const loaded = useLoaderData<typeof loader>()
  return (
    <WrittenPage
      loaded={loaded}
      title={t('title')}
      lead={t('lead')}
      back={t('back')}
      read={{ to: '/status', label: t('page') }}
      begin={{ act: 'open', verb: 'status.open', label: t('open.open') }}
      done={Object.fromEntries(doneActs.map((act) => [act, t(`done.${act}`)]))}
    >
      {(page) => <Incidents {...page} />}
    </WrittenPage>
  )
}
