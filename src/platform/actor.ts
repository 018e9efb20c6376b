import type { TeamRole } from '#src/contract/team/team-role.ts'

/**
 * A person who acts in a team's account: the person's own account and role. `role` null: the person has lost access.
 */
export type Member = { accountId: string; role: TeamRole | null }

export type Actor =
  /**
   * `accountId`: the account that the call is for. `member`: the person who makes the call, if the account is of a
   * team.
   */
  | { kind: 'account'; accountId: string; sessionId: string; member?: Member }
  /** A signed-in member of the staff who acts on data of others. */
  | { kind: 'staff'; accountId: string; sessionId: string }
  | { kind: 'operator-cli' }
  | { kind: 'system'; name: string }

export type AccountActor = Extract<Actor, { kind: 'account' }>

/** The person who makes the call, as an actor in the person's own account, which has the proofs of identity. */
export function personOf({ accountId, sessionId, member }: AccountActor): AccountActor {
  return { kind: 'account', accountId: member?.accountId ?? accountId, sessionId }
}
