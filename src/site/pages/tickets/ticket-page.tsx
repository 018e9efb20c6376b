import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Output } from '#src/contract/account/routes.ts'
import { AccountPage } from '../../account/account-page.tsx'
import { BackLink } from '../../account/back-link.tsx'
import { CardOf } from '../../account/card-of.tsx'
import { attempt, invoke } from '../../page/invoke.server.ts'
import { accountPage, notFound, requireSession } from '../../page/page.server.ts'
import { knownOf } from '../../reads/read.ts'
import { Moment, useMoment } from '../../ui/time/moment.tsx'
import { refusedMessage, writtenMessage } from './message.server.ts'
import { MessageForm } from './message-form.tsx'
import { TicketState } from './tickets-page.tsx'
import './tickets.css'

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['tickets', 'account'], async ({ params }) => {
    const id = params.id ?? ''
    const read = await attempt(args, 'GET /api/tickets/{id}', { params: { id } })
    return { id, read, head: { indexed: false, title: knownOf(read)?.id ?? id } }
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
  const { id, read } = useLoaderData<typeof loader>()
  const t = useTranslations('tickets')
  const { moment } = useMoment()
  const ticket = knownOf(read)
  return (
    <AccountPage
      above={<BackLink to="/dashboard/tickets">{t('back')}</BackLink>}
      title={t('title', { id })}
      subtitle={
        ticket && (
          <span className="flow-middle gap-4-16 text-14">
            <TicketState state={ticket.state} />
            <span>{t('opened', { date: moment(ticket.openedAt, 'day') })}</span>
          </span>
        )
      }
    >
      <CardOf title={t('thread')} read={read}>
        {(known) => <Thread ticket={known} />}
      </CardOf>
    </AccountPage>
  )
}

function Thread({ ticket: { state, messages } }: { ticket: Output<'GET /api/tickets/{id}'> }) {
  const refused = useActionData<typeof action>()
  const t = useTranslations('tickets')
  return (
    <section className="card" aria-labelledby="thread">
      <div className="card-head">
        <h2 id="thread">{t('thread')}</h2>
      </div>
      <ol className="ruled ticket-thread">
        {messages.map(({ author, text, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added at the end
          <li key={index} data-author={author}>
            <p className="flow-ends gap-4-16 text-14">
              <b>{t(author === 'staff' ? 'staff' : 'you')}</b>
              <span className="text-muted">
                <Moment at={at} />
              </span>
            </p>
            <p className="written top-8 ticket-text">{text}</p>
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
  )
}
