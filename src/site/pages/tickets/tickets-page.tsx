import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import type { WireTicket } from '#src/contract/account/tickets.ts'
import { AccountPage } from '../../account/account-page.tsx'
import { CursorPager } from '../../account/cursor-pager.tsx'
import { localeContext } from '../../context/context.ts'
import { attempt, invoke } from '../../page/invoke.server.ts'
import { accountPage, requireSession } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Shown } from '../../reads/shown.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { refusedMessage, writtenMessage } from './message.server.ts'
import { MessageForm } from './message-form.tsx'
import './tickets.css'

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['tickets', 'account'], async ({ url }) => {
    const after = url.searchParams.get('after') ?? undefined
    const listed = await attempt(args, 'GET /api/tickets', { query: { after } })
    return { listed, isFirst: after === undefined, head: { indexed: false } }
  })(args)

export async function action(args: ActionFunctionArgs) {
  requireSession(args)
  const message = await writtenMessage(args)
  const opened = await invoke(args, 'POST /api/tickets', { body: { message } })
  if (!opened.ok) return refusedMessage(opened.refusal, message)
  return redirect(`/${args.context.get(localeContext)}/dashboard/tickets/${opened.data.ticket}`)
}

export default function TicketsPage() {
  const { listed, isFirst } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const t = useTranslations('tickets')
  return (
    <AccountPage title={t('meta.title')} subtitle={t('lead')}>
      <section className="card" aria-labelledby="tickets">
        <div className="card-head">
          <h2 id="tickets">{t('list')}</h2>
        </div>
        <Shown read={listed}>
          {({ tickets, next }) => (
            <>
              <TicketTable tickets={tickets} />
              <CursorPager label={t('list')} isFirst={isFirst} next={next} />
            </>
          )}
        </Shown>
      </section>
      <section className="card" aria-labelledby="new">
        <div className="card-head">
          <h2 id="new">{t('new')}</h2>
        </div>
        <MessageForm label={t('message')} send={t('send')} refused={refused} />
      </section>
    </AccountPage>
  )
}

function TicketTable({ tickets }: { tickets: readonly WireTicket[] }) {
  const t = useTranslations('tickets')
  if (tickets.length === 0) return <StateCard title={t('none')}>{t('noneText')}</StateCard>
  return (
    <table className="table table-list">
      <thead>
        <tr>
          <th scope="col">{t('number')}</th>
          <th scope="col">{t('about')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('changed')}</th>
        </tr>
      </thead>
      <tbody>
        {tickets.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} />
        ))}
      </tbody>
    </table>
  )
}

function TicketRow({ ticket: { id, excerpt, state, changedAt } }: { ticket: WireTicket }) {
  const t = useTranslations('tickets')
  return (
    <tr>
      <td data-label={t('number')}>
        <PageLink className="link num" to={`/dashboard/tickets/${id}`}>
          {id}
        </PageLink>
      </td>
      <td data-label={t('about')}>
        <span className="clamped ticket-excerpt">{excerpt}</span>
      </td>
      <td data-label={t('state')}>
        <TicketState state={state} />
      </td>
      <td data-label={t('changed')} className="nowrap">
        <Moment at={changedAt} />
      </td>
    </tr>
  )
}

/** Amber while the ticket waits for the staff; green after the staff's answer. */
export function TicketState({ state }: { state: WireTicket['state'] }) {
  const t = useTranslations('tickets.states')
  const status = { open: 'expiring', answered: 'normal', closed: 'none' } as const
  return (
    <span className="status" data-status={status[state]}>
      {t(state)}
    </span>
  )
}
