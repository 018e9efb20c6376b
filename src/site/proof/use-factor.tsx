import { useState } from 'react'
import type { ProofWay, Refused } from '#src/contract/account/refused.ts'
import type { FactorProof } from '#src/contract/account/security.ts'
import type { Invoked } from '../browser/call-route.ts'
import { ProofDialog } from './proof-dialog.tsx'

/** `attempt`: tries a proof, and returns the refusal if another proof may succeed. `giveUp`: cancels the prompt. */
type FactorPrompt = {
  ways: readonly ProofWay[]
  attempt: (proof: FactorProof) => Promise<Refused | null>
  giveUp: () => void
}

/**
 * For actions that change how the account is accessed: `withFactor((proof) => invoke(…))` first tries without a proof.
 * If the server requires a second factor, a prompt appears until a proof is accepted, the server refuses for another
 * reason, or the reader cancels. Put `dialog` on the page. Needs the messages of `account`.
 */
export function useFactor(email: string) {
  const [prompt, setPrompt] = useState<FactorPrompt | null>(null)
  const withFactor = async <T,>(act: (proof: FactorProof) => Promise<Invoked<T>>): Promise<Invoked<T>> => {
    const first = await act({})
    if (first.ok || first.refusal.error !== 'fresh_factor_required') return first
    const { ways = [] } = first.refusal
    const result = await new Promise<Invoked<T>>((settle) => {
      const attempt = async (proof: FactorProof) => {
        const next = await act(proof)
        if (!next.ok && isAboutProof(next.refusal, ways)) return next.refusal
        settle(next)
        return null
      }
      setPrompt({ ways, attempt, giveUp: () => settle(first) })
    })
    setPrompt(null)
    return result
  }
  const dialog = prompt && <ProofDialog kind="factor" email={email} {...prompt} />
  return { withFactor, dialog }
}

/**
 * Whether the reader may try again, because the proof was wrong or proofs were tried too often. Any other refusal ends
 * the prompt.
 */
function isAboutProof({ error, param }: Refused, ways: readonly ProofWay[]): boolean {
  return error === 'too_often' || ways.some((way) => way === param)
}
