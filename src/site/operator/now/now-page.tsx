import { use, useEffect } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { Live, Month, Needs } from '#src/contract/operator/now.ts'
import { invoke } from '../../page/invoke.server.ts'
import { type Answer, knownOf } from '../../reads/read.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { PanelOf } from '../parts/frame/panel-of.tsx'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { ReportWaiting, waitingOf } from '../shell/waiting.ts'
import { Connection } from './live/connection.tsx'
import { LiveSection } from './live/live-section.tsx'
import { useLive } from './live/use-live.ts'
import { MonthSection } from './month/month-section.tsx'
import { NeedsPanel } from './needs/needs-panel.tsx'
import './now.css'

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorNow', async ({ attempt, needs: pendingNeeds }) => {
    const [needs, live, month] = await Promise.all([
      attempt(pendingNeeds),
      attempt(invoke(args, 'GET /api/operator/now/live', {})),
      attempt(invoke(args, 'GET /api/operator/now/month', {})),
    ])
    return { needs, live, month }
  })(args)

type Page = { needs: Answer<Needs>; live: Answer<Live>; month: Answer<Month> }

export default function NowPage() {
  const t = useTranslations('operatorNow.meta')
  const format = useFormatter()
  const loaded = useLoaderData<typeof loader>()
  const at = loaded.page ? knownOf(loaded.page.needs)?.at : undefined
  return (
    <ConsolePage
      loaded={loaded}
      title={t('title')}
      lead={
        at !== undefined && (
          <>
            {format.dateTime(at, { dateStyle: 'full' })} · <Moment at={at} style="time" />
          </>
        )
      }
    >
      {(page) => <Now page={page} />}
    </ConsolePage>
  )
}

function Now({ page }: { page: Page }) {
  const { live, needs, history, connection } = useLive(page)
  const report = use(ReportWaiting)
  const t = useTranslations('operatorNow')
  useEffect(() => {
    if (needs.state === 'known') report(waitingOf(needs.value))
  }, [report, needs])
  return (
    <>
      <PanelOf title={t('needs.title')} read={needs}>
        {(known) => <NeedsPanel needs={known} />}
      </PanelOf>
      <PanelOf title={t('live.title')} read={live}>
        {(known) => (
          <LiveSection live={known} history={history} state={<Connection connection={connection} at={known.at} />} />
        )}
      </PanelOf>
      <PanelOf title={t('month.title')} read={page.month}>
        {(known) => <MonthSection month={known} />}
      </PanelOf>
    </>
  )
}
