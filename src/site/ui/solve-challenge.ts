/** The part of an ALTCHA challenge that the browser works on. */
type Challenge = { parameters: { nonce: string; salt: string; cost: number; keyLength?: number; keyPrefix: string } }

const counterMax = 1_000_000

/** Finds the counter whose derived key has the asked prefix and answers what `verification` carries: about half a second of work. */
export async function solveChallenge(): Promise<string> {
  const response = await fetch('/api/challenge')
  if (!response.ok) throw new Error(`challenge: ${response.status}`)
  const { data: challenge }: { data: Challenge } = await response.json()
  const { nonce, salt, cost, keyLength = 32, keyPrefix } = challenge.parameters
  const derive = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost }
  const password = new Uint8Array([...bytesOf(nonce), 0, 0, 0, 0])
  const counterAt = new DataView(password.buffer, password.length - 4)
  for (let counter = 0; counter < counterMax; counter += 1) {
    counterAt.setUint32(0, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const derivedKey = hexOf(await crypto.subtle.deriveBits(derive, key, keyLength * 8))
    if (derivedKey.startsWith(keyPrefix.toLowerCase()))
      return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }))
  }
  throw new Error('challenge: no solution')
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function hexOf(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
