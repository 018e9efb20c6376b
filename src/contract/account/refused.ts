import type { ErrorName } from '../errors.ts'
import type { FactorProof } from './security.ts'

export type FactorWay = keyof FactorProof
/** `password` and `mailCode` prove identity, `code` proves the factor, `passkey` proves both. */
export type ProofWay = FactorWay | 'password'

/** A refusal, with a message in the language of the caller. */
export type Refused = {
  /** HTTP status; 0: no server responded. */
  status: number
  error: ErrorName | null
  /** The message; null for a fault of the server or the network. */
  msg: string | null
  param?: string
  /** Seconds until a retry may succeed. */
  retryAfter?: number | undefined
  /** The ticket with which a sign-in continues. */
  ticket?: string
  /** The path to which the visitor was going. */
  redirect?: string
  /** Only with `recent_signin_required` and `fresh_factor_required`: the proofs that would help, the quickest first. */
  ways?: readonly ProofWay[]
}
