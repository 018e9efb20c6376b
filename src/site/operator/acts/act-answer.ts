import type { ProofWay } from '#src/contract/account/refused.ts'

/** The response to a submitted act that does not redirect. */
export type ActAnswer = {
  /** A result that is shown once and stored nowhere. */
  shown?: string
  /** Mistakes in parts of the form, such as the rows of a table, by the name of the part. */
  faults?: Readonly<Record<string, string>>
  act: string
  /** The name of the refusal; null without one. */
  error: string | null
  message: string
  param: string | null
  /** If the act needs a proof of the factor: the accepted proofs, the quickest first. */
  prove: readonly ProofWay[] | null
  /** Whether the act was requested and waits for a second owner or for 24 hours. */
  waits: boolean
  /** The typed fields, to fill the form again without scripts. Line breaks separate several values of one name. */
  typed: Record<string, string>
}
