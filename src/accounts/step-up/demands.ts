/**
 * The proof that an act of the account area demands:
 * - `session`: being signed in.
 * - `recent`: a sign-in, or a confirmation of identity, of the last 15 minutes.
 * - `factor`: the same, and where the account has a factor (`factorWays`) a fresh proof of it in the very call.
 * - `password`: the present password; where there is none, the same as `factor`.
 */
export type Demand = 'session' | 'recent' | 'factor' | 'password'

export const demands = {
  // Ends access, or cancels a deletion: no attacker gains by it.
  'device.revoke': 'session',
  'devices.revoke-all': 'session',
  'account.keep': 'session',
  'key.rename': 'session',
  'key.revoke': 'session',
  'refund.withdraw': 'session',
  // The paid plan has ended.
  'key.free': 'session',
  // Ends what leaves the account.
  'alert.webhook-remove': 'session',
  // Appears on receipts alone.
  'billing.details': 'session',
  // Both mailed codes are the proof.
  'email.confirm': 'session',
  // Shows or replaces something, or changes a way in that the second factor still guards.
  'account.export': 'recent',
  'key.issue': 'recent',
  'key.reveal': 'recent',
  'key.reset': 'recent',
  'key.scope': 'recent',
  // Sends the account's alerts elsewhere, or shows the secret that signs them.
  'alert.webhook': 'recent',
  'alert.webhook-secret': 'recent',
  'provider.link': 'recent',
  'provider.unlink': 'recent',
  // The second halves of acts that began with a proof: only their starter has the secret or the ticket.
  'totp.confirm': 'recent',
  'passkey.store': 'recent',
  // Lets others in, or changes what they may do.
  'team.invite': 'recent',
  'team.role': 'recent',
  // Makes somebody an owner, who may pay money out.
  'team.owner': 'factor',
  'team.transfer': 'factor',
  // Pays money out.
  'refund.request': 'factor',
  // Changes who can sign in, or ends the account.
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

/** The acts with one of these demands: the functions that check a demand accept no others. */
export type ActThatDemands<D extends Demand> = { [A in Act]: (typeof demands)[A] extends D ? A : never }[Act]

/** The fields of a call that can carry the proof: a code of the app or a recovery code, a passkey, an e-mailed code. */
export type FactorWay = 'code' | 'passkey' | 'mailCode'

/**
 * The ways in which an account can prove its factor; none for an account without one. Without two-step sign-in a passkey is an
 * alternative to the e-mailed code, so that code proves as much: a person who lost the passkey can still remove it.
 */
export function factorWays(has: { totp: boolean; passkey: boolean }): FactorWay[] {
  if (has.totp) return has.passkey ? ['code', 'passkey'] : ['code']
  return has.passkey ? ['passkey', 'mailCode'] : []
}
