export type ProofWay = 'password' | 'code'

/** How an act was refused. `prove`: it needs a proof of identity, by this way first. `typed`: the fields, for forms without scripts. */
export type ActAnswer = {
  /** What a done act shows once and keeps nowhere. */
  shown?: string
  act: string
  message: string
  param: string | null
  prove: ProofWay | null
  typed: Record<string, string>
}
