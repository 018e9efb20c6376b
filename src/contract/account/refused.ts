import type { ErrorName } from '../errors.ts'
import type { FactorProof } from './security.ts'

export type FactorWay = keyof FactorProof

/** A refusal in the language of the caller. */
export type Refused = {
  /** Of HTTP; 0: no server answered. */
  status: number
  error: ErrorName | null
  /** Null for a fault of the server or the network. */
  msg: string | null
  param?: string
  /** Seconds. */
  retryAfter?: number | undefined
  /** Of a sign-in that goes on with it. */
  ticket?: string
  /** Where the visitor was going. */
  redirect?: string
  /** With `fresh_factor_required`: the fields that could carry the proof. */
  ways?: readonly FactorWay[]
}
