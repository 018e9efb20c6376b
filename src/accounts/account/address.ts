import { domainToASCII } from 'node:url'
import { refuse } from '#src/contract/errors.ts'

const lengthMax = 254
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/

/**
 * The canonical form of a mail address: trimmed, in lower case (even the local part, as large providers do), the domain
 * in ASCII. Compatibility characters such as a full-width @ are refused, not folded. Returns null when the text is not
 * exactly one address.
 */
export function canonicalAddress(text: string): string | null {
  if (text.length > 2 * lengthMax) return null
  const trimmed = text.trim()
  if (trimmed.normalize('NFKC') !== trimmed) return null
  const at = trimmed.indexOf('@')
  if (at < 1 || at !== trimmed.lastIndexOf('@')) return null
  const local = trimmed.slice(0, at).toLowerCase()
  const host = domainToASCII(trimmed.slice(at + 1)).toLowerCase()
  const address = `${local}@${host}`
  if (address.length > lengthMax || local.length > 64) return null
  return localPart.test(local) && domain.test(host) && host.includes('.') ? address : null
}

export function requireAddress(text: string): string {
  const address = canonicalAddress(text)
  if (!address) throw refuse('email_invalid', { param: 'email' })
  return address
}
