import { isWellFormed } from '#src/keys/key/secret.ts'

/** Our key, which is the vendor's secret. The vendor's id is any text, but not another key: null. */
export function secretOf(id: unknown, secret: unknown): string | null {
  const [name, key] = [id, secret].map((text) => (typeof text === 'string' ? text.trim() : ''))
  if (name !== undefined && key !== '' && name !== key && isWellFormed(name)) return null
  return key ?? ''
}
