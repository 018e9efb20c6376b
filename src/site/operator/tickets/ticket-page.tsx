import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { useTranslations } from 'use-intl'
import { invoke, send } from '../../page/invoke.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { unlessAct } from '../acts/act-address.ts'
import type { ActAnswer } from '../acts/act-answer.ts'
import { ActButton } from '../acts/act-button.tsx'
import { consoleAction } from '../acts/console-action.server.ts'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { AnswerForm } from './answer-form.tsx'
import { AssignPanel } from './assign-panel.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { OthersPanel } from './others-panel.tsx'
import { Thread } from './thread.tsx'
import { TicketStatePill } from './ticket-columns.tsx'
import './tickets.css'

/** After a 409 the page reloads, so that the next try uses the current version. The typed text stays. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) => args.actionStatus === 409 || unlessAct(args)

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorTickets', async ({ params, get, attempt }) => ({
    ticket: get(await invoke(args, 'GET /api/operator/tickets/{id}', { params: { id: params.id ?? '' } })),
    texts: await attempt(invoke(args, 'GET /api/operator/canned-texts', {})),
  }))(args)

const idOf = ({ params }: ActionFunctionArgs) => ({ id: params.id ?? '' })

export const action = consoleAction({
  answer: ({ text, number }, args) =>
    send(args, 'POST /api/operator/tickets/{id}/answer', {
      params: idOf(args),
      body: { version: number('version'), text: text('text'), closes: text('closes') === 'yes' },
    }),
  assign: ({ text, number }, args) =>
    send(args, 'POST /api/operator/tickets/{id}/assign', {
      params: idOf(args),
      body: { version: number('version'), assignee: text('assignee') },
    }),
  close: ({ number }, args) =>
    send(args, 'POST /api/operator/tickets/{id}/close', { params: idOf(args), body: { version: number('version') } }),
  reopen: ({ number }, args) =>
    send(args, 'POST /api/operator/tickets/{id}/reopen', { params: idOf(args), body: { version: number('version') } }),
})

const doneActs = ['answer', 'assign', 'close', 'reopen'] as const

export default function TicketPage() {
  const t = useTranslations('operatorTickets')
  const loaded = useLoaderData<typeof loader>()
  const refused = useActionData<ActAnswer>()
  const ticket = loaded.page?.ticket
  return (
    <ConsolePage
      loaded={loaded}
      title={ticket ? t('title', { id: ticket.id }) : t('meta.title')}
      crumb={
        <PageLink to="/operator/tickets" className="inline-middle crumb">
          {t('back')}
        </PageLink>
      }
      lead={
        ticket && (
          <span className="flow-base console-lead">
            <TicketStatePill state={ticket.state} />
            <span>
              {t('opened')} <Moment at={ticket.openedAt} />
            </span>
          </span>
        )
      }
      done={Object.fromEntries(doneActs.map((act) => [act, t(`done.${act}`)]))}
      tools={({ ticket: { state, version, assignee } }, { may, email }) => (
        <>
          {may('ticket.assign') && assignee?.email !== email && (
            <ActButton act="assign" fields={{ version, assignee: 'me' }}>
              {t('take')}
            </ActButton>
          )}
          {may('ticket.reopen') && state !== 'open' && (
            <ActButton act="reopen" fields={{ version }}>
              {t('reopen')}
            </ActButton>
          )}
          {may('ticket.close') && state !== 'closed' && (
            <ActButton act="close" fields={{ version }}>
              {t('close')}
            </ActButton>
          )}
        </>
      )}
    >
      {({ ticket, texts }, reader) => (
        <>
          {refused && refused.act !== 'answer' && (
            <p className="notice notice-bad" role="alert">
              {refused.message}
            </p>
          )}
          <div className="stack at-start console-two">
            <div className="stack">
              <Thread messages={ticket.messages} customer={ticket.email} />
              {reader.may('ticket.answer') && <AnswerForm ticket={ticket} texts={texts} reader={reader} />}
            </div>
            <div className="stack">
              <CustomerPanel ticket={ticket} reader={reader} />
              {reader.may('ticket.assign') && <AssignPanel ticket={ticket} email={reader.email} />}
              <OthersPanel others={ticket.others} />
            </div>
          </div>
        </>
      )}
    </ConsolePage>
  )
}
