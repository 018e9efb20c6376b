export type Actor =
  | { kind: 'account'; accountId: string; sessionId: string }
  /** The same kind of session, of a person of the staff who acts on what is not their own. */
  | { kind: 'staff'; accountId: string; sessionId: string }
  | { kind: 'operator-cli' }
  | { kind: 'system'; name: string }

export type AccountActor = Extract<Actor, { kind: 'account' }>
