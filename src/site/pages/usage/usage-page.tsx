import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSubmit,
} from 'react-router'
import { useTranslations } from 'use-intl'
import type { ApiKey, KeyLimits } from '#src/contract/account/keys.ts'
import { AccountPage } from '../../account/account-page.tsx'
import { attempt, invoke } from '../../page/invoke.server.ts'
import { accountPage, requireSession } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { submittedForm } from '../../page/submitted-form.server.ts'
import { answered, failed, knownOf, mapAnswer } from '../../reads/read.ts'
import { Shown } from '../../reads/shown.tsx'
import { SelectField } from '../../ui/field.tsx'
import { SentenceSpace } from '../../ui/sentence-space.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { CallsCard } from './calls-card.tsx'
import { ErrorsCard } from './errors-card.tsx'
import { LimitsCard } from './limits-card.tsx'
import { nothingKnown, readMoment } from './moment.server.ts'
import { periodOf, type UsagePeriod } from './period.ts'
import { SeriesCard } from './series-card.tsx'
import { SocketsCard } from './sockets-card.tsx'
import { useUsage } from './use-usage.ts'
import './usage.css'

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['usage', 'account'], async ({ ctx, url }) => {
    const now = ctx.clock.now()
    const period = periodOf(url.searchParams.get('period'))
    const keys = knownOf(await attempt(args, 'GET /api/keys', {}))
    const apiKey = keys?.find(({ id }) => id === url.searchParams.get('key')) ?? keys?.[0] ?? null
    const moment = apiKey ? await readMoment(args, apiKey.id, period, now) : nothingKnown
    const preferences = await attempt(args, 'GET /api/preferences', {})
    const mails = mapAnswer(preferences, ({ notices }) => notices.usage)
    return { keys, apiKey, period, moment, mails, head: { indexed: false } }
  })(args)

/** Disconnects a socket, with and without scripts. A socket that is already closed counts as success. */
export async function action(args: ActionFunctionArgs) {
  requireSession(args)
  const id = String((await submittedForm(args)).get('socket') ?? '')
  const closed = await invoke(args, 'POST /api/usage/sockets/{id}/close', { params: { id } })
  if (!closed.ok && closed.refusal.status !== 404)
    return data({ message: closed.refusal.msg }, { status: closed.refusal.status })
  return redirect(args.url.pathname + args.url.search)
}

export default function UsagePage() {
  const { keys, apiKey, period } = useLoaderData<typeof loader>()
  const t = useTranslations('usage')
  return (
    <AccountPage title={t('meta.title')} subtitle={t('lead')}>
      {apiKey === null ? (
        <div className="card">{keys === null ? <Failed /> : <StateCard title={t('noKey')} />}</div>
      ) : (
        <>
          {keys && keys.length > 1 && <KeyChoice keys={keys} keyId={apiKey.id} period={period} />}
          <KeyUsage key={`${apiKey.id} ${period}`} apiKey={apiKey} />
        </>
      )}
    </AccountPage>
  )
}

function KeyUsage({ apiKey }: { apiKey: ApiKey }) {
  const { moment: loaded, period, readerZone, mails } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const t = useTranslations('usage')
  const { moment, connected, forget } = useUsage(loaded, apiKey.id, period)
  const limits: KeyLimits = JSON.parse(apiKey.limitHttp)
  const { report, errors, sockets, now } = moment
  return (
    <>
      <LimitsCard moment={moment} connected={connected} limits={limits} />
      {report === null || errors === null ? (
        <div className="card">
          <Failed />
        </div>
      ) : (
        <>
          <SeriesCard points={report.series} keyId={apiKey.id} period={period} now={now} zone={readerZone} />
          <CallsCard calls={report.calls} />
          <ErrorsCard errors={errors} />
        </>
      )}
      {refused?.message && (
        <p className="notice notice-bad" role="alert">
          {refused.message}
        </p>
      )}
      <SocketsCard sockets={sockets ? answered(sockets) : failed()} onClose={forget} />
      <div className="notice">
        <Shown read={mails} failed={t('mailsFailed')}>
          {(wantsMails) => t(wantsMails ? 'mailsOn' : 'mailsOff')}
        </Shown>
        <SentenceSpace />
        <PageLink to="/dashboard/preferences" className="link">
          {t('mailsSet')}
        </PageLink>
      </div>
    </>
  )
}

type KeyChoiceProps = { keys: readonly ApiKey[]; keyId: string; period: UsagePeriod }

function KeyChoice({ keys, keyId, period }: KeyChoiceProps) {
  const t = useTranslations('usage')
  const submit = useSubmit()
  return (
    <Form
      method="get"
      className="stack gap-12 usage-key"
      onChange={(event) => void submit(event.currentTarget, { replace: true, preventScrollReset: true })}
    >
      <input type="hidden" name="period" value={period} />
      <SelectField label={t('key')} name="key" defaultValue={keyId} key={keyId}>
        {keys.map((key) => (
          <option key={key.id} value={key.id}>
            {[key.planName, key.aliasName, key.key].filter(Boolean).join(' · ')}
          </option>
        ))}
      </SelectField>
      <noscript>
        <button type="submit" className="btn btn-outline">
          {t('show')}
        </button>
      </noscript>
    </Form>
  )
}

function Failed() {
  const t = useTranslations('usage')
  return (
    <StateCard
      tone="error"
      title={t('failed')}
      action={
        <Form method="get" replace>
          <button type="submit" className="btn btn-outline">
            {t('retry')}
          </button>
        </Form>
      }
    />
  )
}
