import type { ProofWay } from '#src/contract/account/refused.ts'

/**
 * The response to a submitted act that does not redirect. `prove`: the ways of proving the factor, the quickest first,
 * if the act needs a proof. `waits`: the act was requested and waits for a second owner or for 24 hours. `typed`: the
 * typed fields, to fill the form again without scripts; several values of one name are separated by line breaks.
 */
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
  prove: readonly ProofWay[] | null
  waits: boolean
  typed: Record<string, string>
}
