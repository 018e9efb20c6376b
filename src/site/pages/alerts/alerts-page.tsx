import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Alert } from '#src/contract/account/alerts.ts'
import { AccountPage } from '../../account/account-page.tsx'
import { CardOf } from '../../account/card-of.tsx'
import { useAct } from '../../account/use-act.ts'
import { attempt } from '../../page/invoke.server.ts'
import { accountPage } from '../../page/page.server.ts'
import { knownOf } from '../../reads/read.ts'
import { AlertForm } from './alert-form.tsx'
import { AlertList } from './alert-list.tsx'
import { FiringList } from './firing-list.tsx'
import { indicatorChoices } from './indicators.server.ts'
import { Missed } from './missed.tsx'
import { useFirings } from './use-firings.ts'
import { WebhookCard } from './webhook-card.tsx'
import './alerts.css'

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['alerts', 'account'], async ({ url, session }) => {
    const symbol = url.searchParams.get('symbol') ?? ''
    const value = url.searchParams.get('value') ?? ''
    return {
      email: session.account.email,
      kept: await attempt(args, 'GET /api/alerts', {}),
      fired: await attempt(args, 'GET /api/alerts/firings', {}),
      hook: await attempt(args, 'GET /api/alerts/webhook', {}),
      wanted: { symbol, value },
      choices: indicatorChoices(),
      head: { indexed: false },
    }
  })(args)

export default function AlertsPage() {
  const { email, kept, fired, hook, wanted, choices } = useLoaderData<typeof loader>()
  const t = useTranslations('alerts')
  const revalidator = useRevalidator()
  const again = () => void revalidator.revalidate()
  const { act, dialog, factorDialog } = useAct(email, again)
  useFirings(again)
  const [changed, setChanged] = useState<Alert | null>(null)
  const change = (alert: Alert) => {
    setChanged(alert)
    document.getElementById('new-alert')?.scrollIntoView({ block: 'center' })
  }
  return (
    <AccountPage title={t('meta.title')} subtitle={t('lead')}>
      <Missed missed={knownOf(kept)?.missed ?? []} />
      <AlertForm
        key={changed?.id ?? ''}
        {...{ act, choices, wanted, changed }}
        hasWebhook={knownOf(hook)?.webhook != null}
        done={() => setChanged(null)}
      />
      <CardOf title={t('list')} read={kept}>
        {({ alerts, max }) => <AlertList alerts={alerts} max={max} act={act} change={change} />}
      </CardOf>
      <CardOf title={t('firings')} read={fired}>
        {({ firings }) => <FiringList firings={firings} />}
      </CardOf>
      <CardOf title={t('hook')} read={hook}>
        {(known) => <WebhookCard {...known} act={act} />}
      </CardOf>
      {dialog}
      {factorDialog}
    </AccountPage>
  )
}
