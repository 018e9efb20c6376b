/** Who asks for a change; every audit row names one. */
export type Actor =
  | { kind: 'account'; accountId: string; sessionId: string }
  | { kind: 'operator-cli' }
  | { kind: 'system'; name: string }

/** A person with a session. */
export type AccountActor = Extract<Actor, { kind: 'account' }>
