import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useSubmit,
} from 'react-router'
import { useTranslations } from 'use-intl'
import { preferencesOf } from '#src/accounts/sessions/profile.ts'
import type { ApiKey, KeyLimits } from '#src/contract/account/keys.ts'
import { isRefusal } from '#src/contract/errors.ts'
import { closeSocket } from '#src/usage/sockets.ts'
import { AccountShell } from '../../account/account-shell.tsx'
import type { PageHandle } from '../../frame/frame.tsx'
import { callApi } from '../../page/api-call.server.ts'
import { platformContext } from '../../page/context.ts'
import { accountPage, requireSession } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { submittedForm } from '../../page/submitted-form.server.ts'
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

export const handle: PageHandle = { alwaysSticky: true }

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['usage', 'account'], async ({ ctx, session, url }) => {
    const now = ctx.clock.now()
    const period = periodOf(url.searchParams.get('period'))
    const answer = await callApi<ApiKey[]>(args, { method: 'GET', path: '/api/keys' })
    const keys = answer.ok ? answer.data : null
    const apiKey = keys?.find(({ id }) => id === url.searchParams.get('key')) ?? keys?.[0] ?? null
    const moment = apiKey ? await readMoment(args, apiKey.id, period, now) : nothingKnown
    const { notices } = await preferencesOf(ctx, session.actor)
    return { keys, apiKey, period, moment, wantsMails: notices.usage, head: { indexed: false } }
  })(args)

/** Disconnects a socket, with and without scripts. One that is gone already is what was wanted. */
export async function action(args: ActionFunctionArgs) {
  const { context, url } = args
  const session = requireSession(args)
  const id = String((await submittedForm(args)).get('socket') ?? '')
  await closeSocket(context.get(platformContext), session.actor, id).catch((error: unknown) => {
    if (!isRefusal(error) || error.error !== 'not_found') throw error
  })
  return redirect(url.pathname + url.search)
}

export default function UsagePage() {
  const { keys, apiKey, period } = useLoaderData<typeof loader>()
  const t = useTranslations('usage')
  return (
    <AccountShell title={t('meta.title')} subtitle={t('lead')}>
      {apiKey === null ? (
        <div className="card">{keys === null ? <Failed /> : <StateCard title={t('noKey')} />}</div>
      ) : (
        <>
          {keys && keys.length > 1 && <KeyChoice keys={keys} keyId={apiKey.id} period={period} />}
          <KeyUsage key={`${apiKey.id} ${period}`} apiKey={apiKey} />
        </>
      )}
    </AccountShell>
  )
}

function KeyUsage({ apiKey }: { apiKey: ApiKey }) {
  const { moment: loaded, period, readerZone, wantsMails } = useLoaderData<typeof loader>()
  const t = useTranslations('usage')
  const { moment, forget } = useUsage(loaded, apiKey.id, period)
  const limits: KeyLimits = JSON.parse(apiKey.limitHttp)
  const { report, errors, sockets, now } = moment
  return (
    <>
      <LimitsCard moment={moment} limits={limits} />
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
      <SocketsCard sockets={sockets ?? []} onClose={forget} />
      <p className="notice">
        {t(wantsMails ? 'mailsOn' : 'mailsOff')}
        <SentenceSpace />
        <PageLink to="/dashboard/preferences" className="link">
          {t('mailsSet')}
        </PageLink>
      </p>
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
      className="usage-key"
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
