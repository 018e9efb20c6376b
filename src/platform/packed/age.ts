import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Decrypter } from 'age-encryption'

/* Encryption to public keys in the format of age (age-encryption.org/v1), which other programs read as well. */

/** Throws for a text that is not a public key. */
export async function encrypted(source: Readable, recipients: readonly string[]): Promise<Readable> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return fromWeb(await encrypter.encrypt(toWeb(source)))
}

/** Throws if no identity decrypts the text. Reading throws if the text was altered. */
export async function decrypted(source: Readable, identities: readonly string[]): Promise<Readable> {
  const decrypter: Decrypter = await decrypterOf(identities)
  return fromWeb(await decrypter.decrypt(toWeb(source)))
}

/** Throws for a text that is not an identity. */
export async function decrypterOf(identities: readonly string[]): Promise<Decrypter> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  return decrypter
}

function toWeb(source: Readable) {
  return Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>
}

function fromWeb(stream: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>)
}
