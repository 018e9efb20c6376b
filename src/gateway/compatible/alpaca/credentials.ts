import { isWellFormed } from '#src/keys/key/secret.ts'

/**
 * Returns our key, which is the vendor's secret. The vendor's id may be any text. Null if the id is a different key of
 * ours.
 */
export function secretOf(id: unknown, secret: unknown): string | null {
  const [name, key] = [id, secret].map((text) => (typeof text === 'string' ? text.trim() : ''))
  if (name !== undefined && key !== '' && name !== key && isWellFormed(name)) return null
  return key ?? ''
}
