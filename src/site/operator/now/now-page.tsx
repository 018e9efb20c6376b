import { use, useEffect } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { Live, Month, Needs } from '#src/contract/operator/now.ts'
import { invoke } from '../../page/invoke.server.ts'
import { Moment } from '../../ui/time/moment.tsx'
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
  consolePage('operatorNow', async ({ get, needs: pendingNeeds }) => {
    const [needs, live, month] = await Promise.all([
      pendingNeeds,
      invoke(args, 'GET /api/operator/now/live', {}),
      invoke(args, 'GET /api/operator/now/month', {}),
    ])
    return { needs: get(needs), live: get(live), month: get(month) }
  })(args)

type Page = { needs: Needs; live: Live; month: Month }

export default function NowPage() {
  const t = useTranslations('operatorNow.meta')
  const format = useFormatter()
  const loaded = useLoaderData<typeof loader>()
  const at = loaded.page?.needs.at
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
  useEffect(() => report(waitingOf(needs)), [report, needs])
  return (
    <>
      <NeedsPanel needs={needs} />
      <LiveSection live={live} history={history} state={<Connection connection={connection} at={live.at} />} />
      <MonthSection month={page.month} />
    </>
  )
}
