import type { ActionFunctionArgs } from 'react-router'
import { send } from '../../page/invoke.server.ts'
import { consoleAction, wordsIn } from '../acts/console-action.server.ts'

const idOf = ({ params }: ActionFunctionArgs) => ({ id: params.id ?? '' })

export const customerAction = consoleAction({
  suspend: ({ text, number }, args) =>
    send(args, 'POST /api/operator/customers/{id}/suspend', {
      params: idOf(args),
      body: { version: number('version'), reason: text('reason') },
    }),
  restore: ({ text, number }, args) =>
    send(args, 'POST /api/operator/customers/{id}/restore', {
      params: idOf(args),
      body: { version: number('version'), reason: text('reason') },
    }),
  'sign-out': ({ number }, args) =>
    send(args, 'POST /api/operator/customers/{id}/sign-out', {
      params: idOf(args),
      body: { version: number('version') },
    }),
  note: ({ text }, args) =>
    send(args, 'POST /api/operator/customers/{id}/notes', { params: idOf(args), body: { note: text('note') } }),
  limits: ({ text, number }, args) => {
    const override = {
      perMinute: number('perMinute'),
      sockets: number('sockets'),
      subscriptions: number('subscriptions'),
      until: text('until'),
    }
    const body = { version: number('version'), keyId: text('on'), reason: text('reason'), override }
    return send(args, 'POST /api/operator/customers/{id}/limits', { params: idOf(args), body })
  },
  'limits-end': ({ text, number }, args) =>
    send(args, 'POST /api/operator/customers/{id}/limits', {
      params: idOf(args),
      body: { version: number('version'), keyId: text('on'), reason: text('reason'), override: null },
    }),
  'revoke-key': ({ text, number }, args) =>
    send(args, 'POST /api/operator/customers/{id}/keys/{keyId}/revoke', {
      params: { ...idOf(args), keyId: text('on') },
      body: { version: number('version'), reason: text('reason') },
    }),
  disconnect: ({ text }, args) =>
    send(args, 'POST /api/operator/customers/{id}/sockets/{socketId}/disconnect', {
      params: { ...idOf(args), socketId: text('on') },
    }),
  resend: ({ text }, args) =>
    send(args, 'POST /api/operator/customers/{id}/mails/{mailId}/resend', {
      params: { ...idOf(args), mailId: text('on') },
    }),
  credit: ({ text, number }, args) =>
    send(args, 'POST /api/operator/customers/{id}/credit', {
      params: idOf(args),
      body: {
        ...{ version: number('version'), amount: text('amount'), paid: text('kind') === 'paid' },
        ...wordsIn(text),
      },
    }),
  refund: ({ text, number }, args) =>
    send(args, 'POST /api/operator/customers/{id}/refund', {
      params: idOf(args),
      body: {
        ...{ version: number('version'), amount: text('amount'), to: text('to') },
        ...{ txHash: text('txHash'), ...wordsIn(text) },
      },
    }),
  grant: ({ text, maybe, number }, args) =>
    send(args, 'POST /api/operator/plans/deals', {
      body: {
        ...{ email: text('email'), version: number('version') },
        ...{ planId: text('planId'), months: number('months'), ...wordsIn(text) },
        ...{ price: maybe('price'), reference: maybe('reference') },
      },
    }),
  extend: ({ text, maybe, number }, args) =>
    send(args, 'POST /api/operator/customers/{id}/extend', {
      params: idOf(args),
      body: { version: number('version'), planId: maybe('planId') ?? null, days: number('days'), ...wordsIn(text) },
    }),
})
