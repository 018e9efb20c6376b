import { refuse } from '#src/contract/errors.ts'

/** The `Idempotency-Key` of a request: 1 to 255 visible ASCII characters; null without one. */
export function idempotencyKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key')
  if (key === null) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw refuse('idempotency_key_invalid', { param: 'Idempotency-Key' })
  return key
}
