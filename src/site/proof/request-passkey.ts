import type { FactorProof } from '#src/contract/account/security.ts'
import { invoke } from '../browser/invoke.ts'

/**
 * The browser's response to the server's challenge; null if there is none. `msg`: the server's reason, if the server
 * refused.
 */
export async function requestPasskey(): Promise<{ proof: FactorProof['passkey'] | null; msg?: string | null }> {
  const [{ startAuthentication }, result] = await Promise.all([
    import('@simplewebauthn/browser'),
    invoke('POST /api/security/passkeys/proof', {}),
  ])
  if (!result.ok) return { proof: null, msg: result.refusal.msg }
  const { ticket, options } = result.data
  // The passkey prompt was cancelled, timed out or is not supported; the browser does not report which.
  const response = await startAuthentication({ optionsJSON: options }).catch(() => null)
  return { proof: response && { ticket, response: { ...response } } }
}
