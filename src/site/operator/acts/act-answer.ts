export type ProofWay = 'password' | 'code'

/**
 * The result of an act that did not lead back to its page. `prove`: the act needs a proof of identity; this way is
 * offered first. `typed`: the typed fields, for forms without scripts.
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
