import { createHash } from 'node:crypto'
import type { Random } from '../random.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const bodyLength = 30
const checkLength = 6

/**
 * A secret has a prefix, 30 random base-62 characters (178 bits) and a checksum of 6 characters. Scanners recognise a
 * leaked secret by this form.
 */
export class SecretForm {
  readonly prefix: string
  readonly #shape: RegExp

  constructor(prefix: string) {
    this.prefix = prefix
    this.#shape = new RegExp(`^${prefix}[0-9A-Za-z]{${bodyLength + checkLength}}$`)
  }

  create(random: Random): string {
    const body = Array.from({ length: bodyLength }, () => alphabet[random.int(alphabet.length)]).join('')
    return this.prefix + body + this.#checksum(body)
  }

  isWellFormed(secret: string): boolean {
    if (!this.#shape.test(secret)) return false
    const body = secret.slice(this.prefix.length, -checkLength)
    return secret.endsWith(this.#checksum(body))
  }

  #checksum(body: string): string {
    const digest = createHash('sha256')
      .update(this.prefix + body)
      .digest()
    let rest = digest.readUIntBE(0, 6)
    let text = ''
    for (let i = 0; i < checkLength; i++) {
      text = alphabet[rest % alphabet.length] + text
      rest = Math.floor(rest / alphabet.length)
    }
    return text
  }
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Shows the first four characters of a secret, three stars and its last four characters. */
export function maskSecret(head: string, tail: string): string {
  return `${head}***${tail}`
}
