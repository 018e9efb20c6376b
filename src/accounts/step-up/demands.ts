import type { StaffVerb } from '#src/contract/staff/permissions.ts'

/**
 * The proof that an act requires:
 * - `session`: being signed in.
 * - `recent`: a sign-in, or a confirmation of identity, within the last 15 minutes.
 * - `factor`: like `recent`; if the account has a factor (`factorWays`), also a fresh proof of it in the same call.
 * - `password`: the current password; for accounts without one, like `factor`.
 * - `factor-session`: a session in which the factor was proven, at the sign-in or later.
 * - `factor-recent`: the factor, proven in the session within the last 15 minutes. Neither a password nor a mailed code
 *   replaces it.
 */
export type Demand = 'session' | 'recent' | 'factor' | 'password' | 'factor-session' | 'factor-recent'

/** Acts of customers and members of teams. */
export const accountDemands = {
  // Acts that give an attacker nothing: they end access, rename a key, or cancel a deletion or a refund request.
  'device.revoke': 'session',
  'devices.revoke-all': 'session',
  'account.keep': 'session',
  'key.rename': 'session',
  'key.revoke': 'session',
  'key.end_link': 'session',
  'refund.withdraw': 'session',
  // This act is possible only after the paid plan has ended.
  'key.free': 'session',
  // This act stops deliveries to an outside address.
  'alert.webhook-remove': 'session',
  // These details appear only on receipts.
  'billing.details': 'session',
  'receipt.reissue': 'session',
  // Both mailed codes are the proof.
  'email.confirm': 'session',
  // Acts that show or replace a secret or data, or change the scope or holder of a key.
  'account.export': 'recent',
  'key.issue': 'recent',
  'key.reveal': 'recent',
  'key.reset': 'recent',
  'key.scope': 'recent',
  'key.holder': 'recent',
  'key.open_link': 'recent',
  // Acts that send the account's alerts elsewhere, or show the secret that signs them.
  'alert.webhook': 'recent',
  'alert.webhook-secret': 'recent',
  // This act removes a way to sign in, but lets nobody in.
  'provider.unlink': 'recent',
  // Second steps of acts that began with a proof. Only the person who began the act has the secret or the ticket.
  'totp.confirm': 'recent',
  'passkey.store': 'recent',
  // Acts that let other people in, keep them out or change their rights.
  'team.invite': 'recent',
  'team.withdraw': 'recent',
  'team.role': 'recent',
  'team.remove': 'recent',
  // Acts that give or take the role of owner. An owner may pay money out.
  'team.owner': 'factor',
  'team.transfer': 'factor',
  // This act may pay money out.
  'refund.request': 'factor',
  // Acts that change who can sign in, or end the account.
  'totp.start': 'factor',
  'totp.disable': 'factor',
  'recovery-codes.renew': 'factor',
  'passkey.add': 'factor',
  'provider.link': 'factor',
  'passkey.remove': 'factor',
  'email.change': 'factor',
  'account.delete': 'factor',
  'password.change': 'password',
} as const satisfies Record<string, Demand>

/**
 * Acts of staff in the console. Acts that change money, plans, roles, symbols or other people's keys require a
 * fresh factor.
 */
export const staffDemands = {
  'console.open': 'factor-session',
  'now.read': 'factor-session',
  'staff.list': 'factor-session',
  'staff.grant': 'factor-recent',
  'staff.revoke': 'factor-recent',
  'installation.read': 'factor-session',
  'keyring.rotate': 'factor-recent',
  'keyring.reseal': 'factor-recent',
  'keyring.retire': 'factor-recent',
  'audit.list': 'factor-session',
  'audit.export': 'factor-session',
  'audit.verify': 'factor-session',
  'plans.read': 'factor-session',
  'plans.draft': 'factor-recent',
  'plans.publish': 'factor-recent',
  'coupon.list': 'factor-session',
  'coupon.add': 'factor-recent',
  'coupon.end': 'factor-recent',
  'approval.list': 'factor-session',
  'approval.confirm': 'factor-recent',
  'approval.drop': 'factor-recent',
  'customer.search': 'factor-session',
  'customer.view': 'factor-session',
  'customer.view_as': 'factor-session',
  'customer.suspend': 'factor-session',
  'customer.restore': 'factor-session',
  'customer.sign_out': 'factor-session',
  'customer.note': 'factor-session',
  'customer.limits': 'factor-recent',
  'customer.revoke_key': 'factor-recent',
  'customer.disconnect': 'factor-session',
  'customer.resend_mail': 'factor-session',
  'ticket.list': 'factor-session',
  'ticket.read': 'factor-session',
  'ticket.assign': 'factor-session',
  'ticket.answer': 'factor-session',
  'ticket.close': 'factor-session',
  'ticket.reopen': 'factor-session',
  'ticket.texts': 'factor-session',
  'announcement.list': 'factor-session',
  'announcement.add': 'factor-session',
  'announcement.end': 'factor-session',
  'status.list': 'factor-session',
  'status.open': 'factor-session',
  'status.update': 'factor-session',
  'status.resolve': 'factor-session',
  'content.read': 'factor-session',
  'content.keep': 'factor-session',
  'content.publish': 'factor-session',
  'brand.read': 'factor-session',
  'brand.keep': 'factor-session',
  'brand.publish': 'factor-recent',
  'changelog.list': 'factor-session',
  'changelog.keep': 'factor-session',
  'changelog.publish': 'factor-session',
  'changelog.remove': 'factor-session',
  'credit.adjust': 'factor-recent',
  'subscription.grant': 'factor-recent',
  'subscription.extend': 'factor-recent',
  'order.settle_by_hand': 'factor-recent',
  'order.list': 'factor-session',
  'order.story': 'factor-session',
  'payments.held': 'factor-session',
  'payments.figures': 'factor-session',
  'payments.find': 'factor-session',
  'payments.export': 'factor-session',
  'incident.close': 'factor-recent',
  'ledger.refund': 'factor-recent',
  'refund.list': 'factor-session',
  'refund.approve': 'factor-recent',
  'refund.refuse': 'factor-recent',
  'refund.check': 'factor-recent',
  'refund.pay': 'factor-recent',
  'payment.sweep': 'factor-recent',
  'payment.rejudge': 'factor-recent',
  'network.list': 'factor-session',
  'network.pause': 'factor-recent',
  'network.resume': 'factor-recent',
  'network.rewind': 'factor-recent',
  'network.accept_xpub': 'factor-recent',
  'alert.test': 'factor-session',
  'import.list': 'factor-session',
  'upload.send': 'factor-session',
  'upload.steer': 'factor-session',
  'quarantine.correct': 'factor-session',
  'quarantine.release': 'factor-session',
  'quarantine.discard': 'factor-session',
  'symbol.list': 'factor-session',
  'symbol.add': 'factor-recent',
  'symbol.edit': 'factor-recent',
  'symbol.rename': 'factor-recent',
  'symbol.state': 'factor-recent',
  'symbol.merge': 'factor-recent',
  'action.list': 'factor-session',
  'action.set': 'factor-recent',
  'import.map': 'factor-session',
  'source.list': 'factor-session',
  'source.order': 'factor-recent',
  'feed_key.list': 'factor-session',
  'feed_key.create': 'factor-recent',
  'feed_key.revoke': 'factor-recent',
  'coverage.list': 'factor-session',
  'calendar.list': 'factor-session',
  'calendar.set': 'factor-recent',
  'calendar.remove': 'factor-recent',
  'job.list': 'factor-session',
  'job.steer': 'factor-session',
  'bars.verify': 'factor-session',
  'bars.recompute_preview': 'factor-session',
  'bars.recompute': 'factor-recent',
  'finding.list': 'factor-session',
  'finding.accept': 'factor-session',
  'finding.reopen': 'factor-session',
} as const satisfies Record<StaffVerb, Demand>

export const demands = { ...accountDemands, ...staffDemands }

export type AccountAct = keyof typeof accountDemands
export type Act = AccountAct | StaffVerb

/** The fields of a call that can carry the proof: an app or recovery code, a passkey, a mailed code. */
export type FactorWay = 'passkey' | 'code' | 'mailCode'

/**
 * The ways in which an account can prove its factor, the quickest first; empty for an account without a factor. Without
 * two-step sign-in the mailed code proves as much as a passkey, so that a person who lost the passkey can remove it.
 */
export function factorWays(has: { totp: boolean; passkey: boolean }): FactorWay[] {
  if (has.totp) return has.passkey ? ['passkey', 'code'] : ['code']
  return has.passkey ? ['passkey', 'mailCode'] : []
}
