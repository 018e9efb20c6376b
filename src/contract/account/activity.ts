import { z } from 'zod'
import { namesOf } from '../record.ts'
import { defineRoute } from '../route.ts'
import { ownerOnly } from '../team/team-role.ts'
import { type ActivityPart, activityParts } from './activity-parts.ts'

/** The audit actions that an account may read about itself. Each has a text in `locales/…/activity.ts`. */
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
  'key.end_link',
  'key.holder',
  'key.issue',
  'key.leaked',
  'key.open_link',
  'key.plan',
  'key.rename',
  'key.reset',
  'key.reveal',
  'key.revoke',
  'key.scope',
  'ledger.refund',
  'order.cancel',
  'order.complete',
  'order.create',
  'order.give_up',
  'order.settle_by_hand',
  'order.time_out',
  'price_alert.change',
  'price_alert.create',
  'price_alert.remove',
  'price_alert.webhook',
  'price_alert.webhook_remove',
  'price_alert.webhook_secret',
  'receipt.reissue',
  'refund.approve',
  'refund.pay',
  'refund.refuse',
  'refund.request',
  'refund.withdraw',
  'renewal.choose',
  'session.end',
  'session.end_all',
  'session.open',
  'socket.close',
  'staff.grant',
  'staff.revoke',
  'subscription.extend',
  'subscription.grant',
  'team.invite',
  'team.join',
  'team.leave',
  'team.remove',
  'team.role',
  'team.transfer',
  'team.withdraw',
  'ticket.answer',
  'ticket.close',
  'ticket.open',
  'ticket.reopen',
  'ticket.reply',
] as const
export type Activity = (typeof activities)[number]

/** The actions of a part, or all actions if no part is given. */
export function activitiesIn(part: ActivityPart | undefined): readonly Activity[] {
  if (part === undefined) return activities
  return activities.filter((action) => activityParts[part].some((begin) => action.startsWith(begin)))
}

/**
 * `by`: the holder of the account, a member of its team (`member`: the member's mail address), the staff, or the
 * product. `key` is masked. `name`: the name of the linked, added or renamed object. `number`: the number of an order,
 * refund or ticket. `until`: ms. Fields that do not apply are null.
 */
const entry = z.object({
  at: z.number(),
  action: z.enum(activities),
  by: z.enum(['account', 'member', 'staff', 'system']),
  member: z.string().nullable(),
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
  summary: 'The activity log of this account, newest first, 30 at a time',
  auth: 'session',
  team: ownerOnly,
  query: z.object({
    about: z.enum(namesOf(activityParts)).optional().describe('a part of the activity log'),
    after: z.string().max(40).optional().describe('`next` of the previous page'),
  }),
  data: z.object({ entries: z.array(entry), next: z.string().nullable() }),
  errors: ['invalid_cursor'],
})
