import { join } from 'node:path'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import { SettingsError } from '#src/platform/settings.ts'
import {
  findMarks,
  lockSealedBy,
  markedAt,
  putMark,
  putSealed,
  sealedByVersion,
  sealedSamples,
} from './sealed-store.ts'
import { sealContext } from './secret.ts'

const markContext = 'ring-mark'

type Ring = Pick<Platform, 'postgres' | 'keyring' | 'settings'>

/**
 * Seals a mark with the ring's newest key if that key has no mark yet. `assertRing` checks the key by this mark. The
 * time of the mark decides how long signatures of the previous key are accepted.
 */
export async function markRing(db: Db | Tx, keyring: Platform['keyring'], now: number): Promise<void> {
  const version = keyring.versions.at(-1) ?? 1
  await putMark(db, { version, sealed: keyring.seal('ring', markContext), now })
  keyring.begun((await markedAt(db, version)) ?? now)
}

/** Refuses the key ring of another database, whose keys have the same numbers but do not open this database's seals. */
export async function assertRing({ postgres, keyring, settings }: Ring): Promise<void> {
  const marks = await findMarks(postgres.db, keyring.versions)
  const samples = await sealedSamples(postgres.db, keyring.versions)
  const wrong =
    marks.find(({ sealed }) => !opens(keyring, sealed, markContext)) ??
    samples.find(({ keyId, secretSealed }) => !opens(keyring, secretSealed, sealContext(keyId)))
  if (!wrong) return
  const location = settings.hasKeyring ? 'KEYRING' : join(settings.dataDir, 'keyring')
  const { version } = wrong
  throw new SettingsError(
    `${location} is not the key ring of this database: its key ${version} does not open the secrets that key ${version} sealed. Put back the ring that was used before. If it is lost, set KEYRING to a new key with a higher number, ${version + 1}:… instead of 1:… of what "npm run tapewire -- keyring" prints; customers then have to reset their keys.`,
  )
}

/** Number of live keys by the version of the key ring that sealed their secrets. */
export async function sealedKeys({ postgres }: Pick<Platform, 'postgres'>): Promise<Map<number, number>> {
  return sealedByVersion(postgres.db)
}

/** Seals at most `limit` secrets of the given versions with the newest key, in one transaction. Returns the count. */
export async function resealKeys(ctx: Platform, versions: readonly number[], limit: number): Promise<number> {
  return ctx.postgres.transaction(async (tx) => {
    const found = await lockSealedBy(tx, versions, limit)
    for (const { keyId, secretSealed } of found) {
      const secret = ctx.keyring.open(secretSealed, sealContext(keyId))
      await putSealed(tx, keyId, ctx.keyring.seal(secret, sealContext(keyId)))
    }
    return found.length
  })
}

function opens(keyring: Platform['keyring'], sealed: string, context: string): boolean {
  try {
    keyring.open(sealed, context)
    return true
  } catch {
    // The seal does not open, so it was made with another key.
    return false
  }
}
