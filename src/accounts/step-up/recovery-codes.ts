import { createHash } from 'node:crypto'
import { macOf } from '#src/platform/data-dir/keyring.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { markRecoveryCodeUsed, unusedRecoveryCodes } from '../factors/totp-store.ts'
import * as store from './recovery-code-store.ts'

const macContext = 'recovery-code'
const keyContext = 'recovery-code-key'
/**
 * The prefix of a sealed text names its content: `digest:` a digest, `mac:` the fingerprint of a code that was made
 * before codes were sealed.
 */
const digestPrefix = 'digest:'
const macPrefix = 'mac:'

/**
 * A recovery code as it is stored: its digest, sealed. A plain digest would let somebody with the database guess the
 * code, and a keyed fingerprint cannot be made again with another key of the ring.
 */
export function sealedCode({ keyring }: Pick<Platform, 'keyring'>, accountId: string, code: string): string {
  return keyring.seal(digestPrefix + digestOf(textOf(accountId, code)), contextOf(accountId))
}

/** Spends an unused code of the account. Returns false if the account has no such code. */
export async function spendRecoveryCode(ctx: Platform, tx: Tx, accountId: string, code: string): Promise<boolean> {
  const text = textOf(accountId, code)
  const digest = digestPrefix + digestOf(text)
  const mac = await formerMac(ctx, tx, text)
  for (const stored of await unusedRecoveryCodes(tx, accountId)) {
    const isRight = isSealed(stored)
      ? [digest, mac].includes(ctx.keyring.open(stored, contextOf(accountId)))
      : ctx.keyring.isFingerprint(stored, text, macContext)
    if (isRight) return markRecoveryCodeUsed(tx, accountId, stored, ctx.clock.now())
  }
  return false
}

/** The number of unused codes, and stored fingerprint keys, by the key ring version that they need. 0: the lowest. */
export async function recoveryCodesByKey({ postgres }: Pick<Platform, 'postgres'>): Promise<Map<number, number>> {
  return store.codesByVersion(postgres.db)
}

/**
 * Seals unused codes with the newest key. A code of which only a fingerprint is stored can be checked only with the key
 * of fingerprints, so that key is sealed and stored with the fingerprint.
 */
export async function resealRecoveryCodes(
  { postgres, keyring }: Pick<Platform, 'postgres' | 'keyring'>,
  versions: readonly number[],
  limit: number,
): Promise<number> {
  return postgres.transaction(async (tx) => {
    const codes = await store.lockCodes(tx, [0, ...versions], limit)
    if (codes.some(({ stored }) => !isSealed(stored)))
      await store.insertCodeKey(tx, keyring.seal(keyring.unversionedKey(), keyContext))
    for (const { accountId, stored } of codes) {
      const context = contextOf(accountId)
      const content = isSealed(stored) ? keyring.open(stored, context) : macPrefix + stored
      await store.putCode(tx, { accountId, stored }, keyring.seal(content, context))
    }
    const key = await store.lockCodeKey(tx, versions)
    if (key !== null) await store.putCodeKey(tx, keyring.seal(keyring.open(key, keyContext), keyContext))
    return codes.length + (key === null ? 0 : 1)
  })
}

async function formerMac({ keyring }: Pick<Platform, 'keyring'>, tx: Tx, text: string): Promise<string | null> {
  const sealed = await store.codeKey(tx)
  return sealed && macPrefix + macOf(Buffer.from(keyring.open(sealed, keyContext), 'hex'), text, macContext)
}

function isSealed(stored: string): boolean {
  return /^v\d+\./.test(stored)
}

function textOf(accountId: string, code: string): string {
  return `${accountId}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function contextOf(accountId: string): string {
  return `${macContext}:${accountId}`
}
