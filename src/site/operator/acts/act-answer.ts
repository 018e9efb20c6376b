export type ProofWay = 'password' | 'code'

/**
 * The answer to a submitted act that does not redirect. `prove`: the way of proving one's identity that is offered
 * first, if the act needs a proof. `typed`: the typed fields, to fill the form again without scripts.
 */
export type ActAnswer = {
  /** A result that is shown once and stored nowhere. */
  shown?: string
  act: string
  message: string
  param: string | null
  prove: ProofWay | null
  typed: Record<string, string>
}
