import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '../../account/account-page.tsx'
import { demand, invoke } from '../../page/invoke.server.ts'
import { accountPage, notFound, requireSession } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Moment, useMoment } from '../../ui/time/moment.tsx'
import { refusedMessage, writtenMessage } from './message.server.ts'
import { MessageForm } from './message-form.tsx'
import { TicketState } from './tickets-page.tsx'
import './tickets.css'

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['tickets', 'account'], async ({ params }) => {
    const ticket = await demand(args, 'GET /api/tickets/{id}', { params: { id: params.id ?? '' } })
    return { ticket, head: { indexed: false, title: ticket.id } }
  })(args)

export async function action(args: ActionFunctionArgs) {
  requireSession(args)
  const message = await writtenMessage(args)
  const params = { id: args.params.id ?? '' }
  const replied = await invoke(args, 'POST /api/tickets/{id}/reply', { params, body: { message } })
  if (replied.ok) return redirect(args.url.pathname)
  if (replied.refusal.error === 'not_found') throw notFound(args.url)
  return refusedMessage(replied.refusal, message)
}

export default function TicketPage() {
  const { ticket } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const t = useTranslations('tickets')
  const { moment } = useMoment()
  const { id, state, openedAt, messages } = ticket
  const date = moment(openedAt, 'day')
  return (
    <AccountPage title={t('title', { id })} subtitle={t('opened', { date })}>
      <p className="flow-apart ticket-head">
        <PageLink className="link" to="/dashboard/tickets">
          {t('back')}
        </PageLink>
        <TicketState state={state} />
      </p>
      <section className="card" aria-labelledby="thread">
        <div className="card-head">
          <h2 id="thread">{t('thread')}</h2>
        </div>
        <ol className="ruled ticket-thread">
          {messages.map(({ author, text, at }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added at the end
            <li key={index} data-author={author}>
              <p className="flow-ends ticket-author">
                <b>{t(author === 'staff' ? 'staff' : 'you')}</b>
                <span className="text-muted">
                  <Moment at={at} />
                </span>
              </p>
              <p className="ticket-text">{text}</p>
            </li>
          ))}
        </ol>
        {state !== 'answered' && (
          <p className="notice ticket-state" role="status">
            {t(state === 'closed' ? 'closedHint' : 'sent')}
          </p>
        )}
        <MessageForm key={messages.length} label={t('reply')} send={t('replySend')} refused={refused} />
      </section>
    </AccountPage>
  )
}
