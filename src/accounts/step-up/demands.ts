/**
 * The proof that an act of the account area requires:
 * - `session`: being signed in.
 * - `recent`: a sign-in, or a confirmation of identity, within the last 15 minutes.
 * - `factor`: like `recent`; if the account has a factor (`factorWays`), also a fresh proof of it in the same call.
 * - `password`: the current password; for accounts without one, like `factor`.
 */
export type Demand = 'session' | 'recent' | 'factor' | 'password'

export const demands = {
  // Acts that end access or cancel a deletion: no attacker gains by them.
  'device.revoke': 'session',
  'devices.revoke-all': 'session',
  'account.keep': 'session',
  'key.rename': 'session',
  'key.revoke': 'session',
  'refund.withdraw': 'session',
  // Possible only after the paid plan has ended.
  'key.free': 'session',
  // Stops deliveries to an outside address.
  'alert.webhook-remove': 'session',
  // Appears only on receipts.
  'billing.details': 'session',
  // Both mailed codes are the proof.
  'email.confirm': 'session',
  // Acts that show or replace a secret or data, or that change a way to sign in which the second factor still guards.
  'account.export': 'recent',
  'key.issue': 'recent',
  'key.reveal': 'recent',
  'key.reset': 'recent',
  'key.scope': 'recent',
  // Acts that send the account's alerts elsewhere, or show the secret that signs them.
  'alert.webhook': 'recent',
  'alert.webhook-secret': 'recent',
  'provider.link': 'recent',
  'provider.unlink': 'recent',
  // Second steps of acts that began with a proof: only their starter has the secret or the ticket.
  'totp.confirm': 'recent',
  'passkey.store': 'recent',
  // Acts that let other people in or change their rights.
  'team.invite': 'recent',
  'team.role': 'recent',
  // Acts that make somebody an owner, who may pay money out.
  'team.owner': 'factor',
  'team.transfer': 'factor',
  // Acts that pay money out.
  'refund.request': 'factor',
  // Acts that change who can sign in, or end the account.
  'totp.start': 'factor',
  'totp.disable': 'factor',
  'recovery-codes.renew': 'factor',
  'passkey.add': 'factor',
  'passkey.remove': 'factor',
  'email.change': 'factor',
  'account.delete': 'factor',
  'password.change': 'password',
} as const satisfies Record<string, Demand>

export type Act = keyof typeof demands

/** The acts with one of these demands. Functions that check a demand accept no other acts. */
export type ActThatDemands<D extends Demand> = { [A in Act]: (typeof demands)[A] extends D ? A : never }[Act]

/** The fields of a call that can carry the proof: an app or recovery code, a passkey, a mailed code. */
export type FactorWay = 'code' | 'passkey' | 'mailCode'

/**
 * The ways in which an account can prove its factor; none for an account without one. Without two-step sign-in a
 * passkey is only an alternative to the mailed code. The mailed code then proves as much, so that a person who lost
 * the passkey can still remove it.
 */
export function factorWays(has: { totp: boolean; passkey: boolean }): FactorWay[] {
  if (has.totp) return has.passkey ? ['code', 'passkey'] : ['code']
  return has.passkey ? ['passkey', 'mailCode'] : []
}
