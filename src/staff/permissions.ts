import type { StaffRole } from '#src/contract/operator/role.ts'

/** Roles that may use a verb of the console besides owners, and whether it needs a sign-in of the last 15 minutes. */
type Permission = { roles: readonly StaffRole[]; recent?: true }

const billing = ['billing'] as const
const data = ['data'] as const
const support = ['support', 'billing'] as const
const everybody = ['support', 'billing', 'data'] as const

/** Every verb of the console. Money, plans, roles, other people's keys and symbols need a recent sign-in. */
export const staffPermissions = {
  'console.open': { roles: everybody },
  'now.read': { roles: everybody },
  'staff.list': { roles: [] },
  'staff.grant': { roles: [], recent: true },
  'staff.revoke': { roles: [], recent: true },
  'installation.read': { roles: [] },
  'keyring.rotate': { roles: [], recent: true },
  'keyring.reseal': { roles: [], recent: true },
  'keyring.retire': { roles: [], recent: true },
  'audit.list': { roles: [] },
  'audit.export': { roles: [] },
  'audit.verify': { roles: [] },
  // plans
  'plans.read': { roles: support },
  'plans.draft': { roles: billing, recent: true },
  'plans.publish': { roles: billing, recent: true },
  'coupon.list': { roles: support },
  'coupon.add': { roles: billing, recent: true },
  'coupon.end': { roles: billing, recent: true },
  'approval.list': { roles: billing },
  'approval.drop': { roles: billing, recent: true },
  // customers
  'customer.search': { roles: support },
  'customer.view': { roles: support },
  'customer.view_as': { roles: support },
  'customer.suspend': { roles: support },
  'customer.restore': { roles: support },
  'customer.sign_out': { roles: support },
  'customer.note': { roles: support },
  'customer.limits': { roles: billing, recent: true },
  'customer.revoke_key': { roles: support, recent: true },
  'customer.disconnect': { roles: support },
  'customer.resend_mail': { roles: support },
  // tickets
  'ticket.list': { roles: support },
  'ticket.read': { roles: support },
  'ticket.assign': { roles: support },
  'ticket.answer': { roles: support },
  'ticket.close': { roles: support },
  'ticket.reopen': { roles: support },
  'ticket.texts': { roles: support },
  // announcements
  'announcement.list': { roles: support },
  'announcement.add': { roles: support },
  'announcement.end': { roles: support },
  // incidents of the status page
  'status.list': { roles: everybody },
  'status.open': { roles: everybody },
  'status.update': { roles: everybody },
  'status.resolve': { roles: everybody },
  'content.read': { roles: support },
  'changelog.list': { roles: support },
  'changelog.keep': { roles: support },
  'changelog.publish': { roles: support },
  'changelog.remove': { roles: support },
  // money
  'credit.adjust': { roles: billing, recent: true },
  'subscription.grant': { roles: billing, recent: true },
  'subscription.extend': { roles: billing, recent: true },
  'order.settle_by_hand': { roles: billing, recent: true },
  'order.list': { roles: billing },
  'order.story': { roles: support },
  'payments.held': { roles: billing },
  'payments.figures': { roles: billing },
  'payments.find': { roles: support },
  'payments.export': { roles: billing },
  'incident.close': { roles: billing, recent: true },
  'ledger.refund': { roles: billing, recent: true },
  'refund.list': { roles: billing },
  'refund.approve': { roles: billing, recent: true },
  'refund.refuse': { roles: billing, recent: true },
  'refund.check': { roles: billing, recent: true },
  'refund.pay': { roles: billing, recent: true },
  'payment.sweep': { roles: billing, recent: true },
  'payment.rejudge': { roles: billing, recent: true },
  'network.list': { roles: billing },
  'network.pause': { roles: billing, recent: true },
  'network.resume': { roles: billing, recent: true },
  'network.rewind': { roles: billing, recent: true },
  'network.accept_xpub': { roles: [], recent: true },
  'alert.test': { roles: billing },
  // data
  'import.list': { roles: data },
  'upload.send': { roles: data },
  'upload.steer': { roles: data },
  'quarantine.correct': { roles: data },
  'quarantine.release': { roles: data },
  'quarantine.discard': { roles: data },
  'symbol.list': { roles: data },
  'symbol.add': { roles: data, recent: true },
  'symbol.edit': { roles: data, recent: true },
  'symbol.rename': { roles: data, recent: true },
  'symbol.state': { roles: data, recent: true },
  'symbol.merge': { roles: data, recent: true },
  'action.list': { roles: data },
  'action.set': { roles: data, recent: true },
  'import.map': { roles: data },
  'source.list': { roles: data },
  'source.order': { roles: data, recent: true },
  'feed_key.list': { roles: data },
  'feed_key.create': { roles: data, recent: true },
  'feed_key.revoke': { roles: data, recent: true },
  'coverage.list': { roles: data },
  'calendar.list': { roles: data },
  'calendar.set': { roles: data, recent: true },
  'calendar.remove': { roles: data, recent: true },
  'job.list': { roles: data },
  'job.steer': { roles: data },
  'bars.verify': { roles: data },
  'bars.recompute_preview': { roles: data },
  'bars.recompute': { roles: data, recent: true },
  'finding.list': { roles: data },
  'finding.accept': { roles: data },
  'finding.reopen': { roles: data },
} as const satisfies Record<string, Permission>

export type StaffVerb = keyof typeof staffPermissions

export function mayUse(verb: StaffVerb, roles: readonly StaffRole[]): boolean {
  const permission: Permission = staffPermissions[verb]
  return roles.includes('owner') || permission.roles.some((role) => roles.includes(role))
}

export function needsRecent(verb: StaffVerb): boolean {
  const permission: Permission = staffPermissions[verb]
  return permission.recent === true
}
