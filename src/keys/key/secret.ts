import { createHash } from 'node:crypto'
import type { Random } from '#src/platform/random.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefix = 'tw_live_'
const bodyLength = 30
const checkLength = 6
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${bodyLength + checkLength}}$`)

/** `tw_live_` + 30 random base-62 characters (178 bits) + 6 of checksum, so that scanners recognise a leak. */
export function newSecret(random: Random): string {
  const body = Array.from({ length: bodyLength }, () => alphabet[random.int(alphabet.length)]).join('')
  return prefix + body + checksum(body)
}

export function isWellFormed(secret: string): boolean {
  if (!shape.test(secret)) return false
  const body = secret.slice(prefix.length, -checkLength)
  return secret.endsWith(checksum(body))
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Binds a sealed secret to its key. */
export function sealContext(keyId: string): string {
  return `api-key:${keyId}`
}

/** First four, three stars, last four. */
export function maskSecret(head: string, tail: string): string {
  return `${head}***${tail}`
}

function checksum(body: string): string {
  const digest = createHash('sha256')
    .update(prefix + body)
    .digest()
  let rest = digest.readUIntBE(0, 6)
  let text = ''
  for (let i = 0; i < checkLength; i++) {
    text = alphabet[rest % alphabet.length] + text
    rest = Math.floor(rest / alphabet.length)
  }
  return text
}
