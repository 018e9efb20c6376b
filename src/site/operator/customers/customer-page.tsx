import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Customer } from '#src/contract/operator/customers/customers.ts'
import { colleagueVerbs } from '#src/contract/staff/role.ts'
import { timelineKinds } from '#src/contract/values/customer-lists.ts'
import { invoke, send } from '../../page/invoke.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { knownOf } from '../../reads/read.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { unlessAct } from '../acts/act-address.ts'
import { PanelOf } from '../parts/frame/panel-of.tsx'
import { CustomerStatePill } from '../search/customer-state-pill.tsx'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage, type Reader } from '../shell/console-page.tsx'
import { CustomerActs } from './forms/customer-acts.tsx'
import { AccountPanel } from './panels/account-panel.tsx'
import { CustomerFigures } from './panels/customer-figures.tsx'
import { CustomerTimeline } from './panels/customer-timeline.tsx'
import { CustomerTools } from './panels/customer-tools.tsx'
import { KeysPanel } from './panels/keys-panel.tsx'
import { NotesPanel } from './panels/notes-panel.tsx'
import { SocketsPanel } from './panels/sockets-panel.tsx'
import { TeamPanel } from './panels/team-panel.tsx'
import { TodayPanel } from './panels/today-panel.tsx'
import { grantablePlans } from './plans.server.ts'
import './customers.css'

export { customerAction as action } from './customer-action.server.ts'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage(['operatorCustomers', 'activity'], async ({ ctx, params, url, locale, get, attempt, may }) => {
    const path = { id: params.id ?? '' }
    const kind = timelineKinds.find((one) => one === url.searchParams.get('kind'))
    const customer = get(await invoke(args, 'GET /api/operator/customers/{id}', { params: path }))
    const query = { kind, after: url.searchParams.get('after') ?? undefined }
    const timeline = await attempt(send(args, 'GET /api/operator/customers/{id}/timeline', { params: path, query }))
    return { customer, timeline, plans: may('subscription.grant') ? grantablePlans(ctx, locale) : [] }
  })(args)

export default function CustomerPage() {
  const t = useTranslations('operatorCustomers')
  const loaded = useLoaderData<typeof loader>()
  const customer = loaded.page?.customer
  return (
    <ConsolePage
      loaded={loaded}
      crumb={
        <PageLink to="/operator/customers" className="inline-middle crumb">
          {t('meta.title')}
        </PageLink>
      }
      title={customer?.email ?? t('meta.title')}
      lead={
        customer && (
          <span className="flow-base console-lead customer-lead">
            <CustomerStatePill state={customer.state} />
            <span>
              {t('since')} <Moment at={customer.since} style="day" />
            </span>
            {customer.isStaff && <span className="tag">{t('staff')}</span>}
            <code className="num">{customer.accountId}</code>
          </span>
        )
      }
      done={Object.fromEntries(doneActs.map((act) => [act, t(`done.${act}`)]))}
    >
      {({ customer, timeline, plans }, anyReader) => {
        const reader = readerOf(customer, anyReader)
        return (
          <>
            <CustomerTools customer={customer} reader={reader} />
            {customer.waiting && (
              <p className="notice">
                <b>{t('waiting', { id: customer.waiting.id })}</b> <Moment at={customer.waiting.since} /> ·{' '}
                {t('quoted', { text: customer.waiting.excerpt })}
              </p>
            )}
            <CustomerFigures customer={customer} />
            <div className="stack at-start console-two">
              <div className="stack">
                <KeysPanel keys={customer.keys} reader={reader} />
                <PanelOf title={t('timeline.title')} read={timeline}>
                  {(known) => <CustomerTimeline timeline={known} reader={reader} />}
                </PanelOf>
              </div>
              <div className="stack">
                <SocketsPanel sockets={customer.sockets} keys={customer.keys} reader={reader} />
                <TodayPanel today={customer.today} />
                <AccountPanel customer={customer} />
                <TeamPanel customer={customer} />
                <NotesPanel notes={customer.notes} reader={reader} />
              </div>
            </div>
            <CustomerActs customer={customer} events={knownOf(timeline)?.events ?? []} plans={plans} />
          </>
        )
      }}
    </ConsolePage>
  )
}

/**
 * If the customer is a member of the staff, readers who are not owners do not see the acts that only an owner may do.
 */
function readerOf({ isStaff }: Customer, { may, email }: Reader): Reader {
  const isOwner = may('staff.grant')
  return { email, may: (verb) => may(verb) && (isOwner || !isStaff || !colleagueVerbs.includes(verb)) }
}

const doneActs = [
  'suspend',
  'restore',
  'sign-out',
  'note',
  'limits',
  'limits-end',
  'revoke-key',
  'disconnect',
  'resend',
  'credit',
  'refund',
  'grant',
  'extend',
] as const
