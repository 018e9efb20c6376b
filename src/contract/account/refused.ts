import type { ErrorName } from '../errors.ts'
import type { FactorProof } from './security.ts'

export type FactorWay = keyof FactorProof

/** A refusal, with a message in the language of the caller. */
export type Refused = {
  /** HTTP status; 0: no server answered. */
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
  /** Only with `fresh_factor_required`: the fields that could carry the proof. */
  ways?: readonly FactorWay[]
}
