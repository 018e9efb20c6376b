/** Who asks for a change; every audit row names one. */
export type Actor =
  | { kind: 'account'; accountId: string; sessionId: string; role: 'customer' | 'operator' }
  | { kind: 'operator-cli' }
  | { kind: 'system'; name: string }
