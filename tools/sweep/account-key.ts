import { pbkdf2Sync } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import type { AddressFormat } from '#src/billing/chains/address.ts'
import { accountPath } from '#src/billing/sweeps/sweep-list.ts'
import { SigningRefused } from './sign-list.ts'

/**
 * The private account key of a recovery phrase (BIP-39, with the optional passphrase) or of an account-level xprv. A
 * mistyped word gives a different key without an error; then the derived addresses differ from the list.
 */
export function accountKey(secret: string, passphrase: string, format: AddressFormat, account = 0): HDKey {
  const path = accountPath(format, account)
  const text = secret.trim()
  if (text.startsWith('xprv')) {
    const key = HDKey.fromExtendedKey(text)
    if (key.depth !== 3) throw new SigningRefused(`The xprv must be the account's, ${path}.`)
    return key
  }
  const words = text.normalize('NFKD').toLowerCase().split(/\s+/)
  if (![12, 15, 18, 21, 24].includes(words.length))
    throw new SigningRefused(`A recovery phrase has 12 to 24 words, and this one has ${words.length}.`)
  const salt = `mnemonic${passphrase}`.normalize('NFKD')
  return HDKey.fromMasterSeed(pbkdf2Sync(words.join(' '), salt, 2048, 64, 'sha512')).derive(path)
}
