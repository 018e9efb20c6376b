import { z } from 'zod'
import { defineRoute } from '../route.ts'

/** What an account reads of the log about itself. Each has its words in `locales/…/activity.ts`. */
export const activities = [
  'account.cleaned',
  'account.create',
  'account.delete_asked',
  'account.email',
  'account.export',
  'account.kept',
  'account.link',
  'account.passkey_add',
  'account.passkey_remove',
  'account.password',
  'account.preferences',
  'account.recovery_codes',
  'account.totp_off',
  'account.totp_on',
  'account.unlink',
  'billing.details',
  'credit.adjust',
  'customer.disconnect',
  'customer.limits',
  'customer.restore',
  'customer.revoke_key',
  'customer.sign_out',
  'customer.suspend',
  'key.end',
  'key.issue',
  'key.plan',
  'key.rename',
  'key.reset',
  'key.reveal',
  'key.revoke',
  'ledger.refund',
  'order.cancel',
  'order.complete',
  'order.create',
  'order.give_up',
  'order.settle_by_hand',
  'order.time_out',
  'refund.approve',
  'refund.pay',
  'refund.refuse',
  'refund.request',
  'refund.withdraw',
  'session.end',
  'session.end_all',
  'session.open',
  'socket.close',
  'staff.grant',
  'staff.revoke',
  'subscription.extend',
  'subscription.grant',
  'ticket.answer',
  'ticket.close',
  'ticket.open',
  'ticket.reopen',
  'ticket.reply',
] as const
export type Activity = (typeof activities)[number]

/**
 * `by`: the account itself, a person of the staff, or the product. The rest is null where an entry has none of it: `key` as
 * lists name it, `name` of what was linked, added or renamed to, `number` of an order, refund or ticket, `until` in ms.
 */
const entry = z.object({
  at: z.number(),
  action: z.enum(activities),
  by: z.enum(['account', 'staff', 'system']),
  method: z.string().nullable(),
  name: z.string().nullable(),
  key: z.string().nullable(),
  plan: z.string().nullable(),
  number: z.string().nullable(),
  amount: z.string().nullable().describe('USDT'),
  until: z.number().nullable(),
})
export type ActivityEntry = z.infer<typeof entry>

export const activityRoute = defineRoute({
  method: 'GET',
  path: '/api/activity',
  summary: 'What this account did and what happened to it, newest first, 30 at a time',
  auth: 'session',
  query: z.object({ after: z.string().max(40).optional().describe('`next` of the page before') }),
  data: z.object({ entries: z.array(entry), next: z.string().nullable() }),
  errors: ['invalid_cursor'],
})
