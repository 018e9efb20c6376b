import { useState } from 'react'
import type { Refused } from '#src/contract/account/refused.ts'
import type { Invoked } from '../browser/call-route.ts'
import { invoke } from '../browser/invoke.ts'
import { type Proof, ProofDialog } from './proof-dialog.tsx'

export type Prove = <T>(act: () => Promise<Invoked<T>>) => Promise<Invoked<T>>

/** The time until which the proof is valid, ms; null if the reader cancelled. */
type Proved = number | null
type ProofPrompt = { refusal: Refused; settle: (proved: Proved) => void }

/**
 * For actions that need a sign-in of the last 15 minutes: `prove(() => invoke(…))` tries the action. If the server
 * requires a proof, `prove` prompts for one of the accepted proofs and tries again. `provedUntil`: the time until which
 * the newest proof is valid, ms. Put `dialog` on the page. Needs the messages of `account`.
 */
export function useProof(email: string) {
  const [prompt, setPrompt] = useState<ProofPrompt | null>(null)
  const [provedUntil, setProvedUntil] = useState(0)
  const prove: Prove = async (act) => {
    const first = await act()
    if (first.ok || first.refusal.error !== 'recent_signin_required') return first
    const proved = await new Promise<Proved>((settle) => setPrompt({ refusal: first.refusal, settle }))
    setPrompt(null)
    if (proved === null) return first
    setProvedUntil(proved)
    return act()
  }
  const dialog = prompt && (
    <ProofDialog
      kind="prove"
      email={email}
      ways={prompt.refusal.ways ?? ['mailCode']}
      attempt={async (proof) => {
        const result = await confirmBy(proof)
        if (!result.ok) return result.refusal
        prompt.settle(result.data)
        return null
      }}
      giveUp={() => prompt.settle(null)}
    />
  )
  return { prove, provedUntil, dialog }
}

async function confirmBy({ passkey, password, mailCode }: Proof): Promise<Invoked<number>> {
  if (passkey) {
    const result = await invoke('POST /api/security/factor', { body: { passkey } })
    return result.ok ? { ok: true, data: result.data.factorUntil } : result
  }
  const body = mailCode === undefined ? { password } : { code: mailCode }
  const result = await invoke('POST /api/security/confirm', { body })
  return result.ok ? { ok: true, data: result.data.recentUntil } : result
}
