import { join } from 'node:path'
import type { Platform } from '#src/platform/platform.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { type Sealed, sealedByVersion, sealedSamples } from './sealed-store.ts'
import { sealContext } from './secret.ts'

type Ring = Pick<Platform, 'postgres' | 'keyring' | 'settings'>

/** Refuses a key ring that is not the one of this database: its versions have the right numbers and the wrong keys. */
export async function assertRing({ postgres, keyring, settings }: Ring): Promise<void> {
  const samples = await sealedSamples(postgres.db, keyring.versions)
  const wrong = samples.find((sample) => !opens(keyring, sample))
  if (!wrong) return
  const place = settings.hasKeyring ? 'KEYRING' : join(settings.dataDir, 'keyring')
  const { version } = wrong
  throw new SettingsError(
    `${place} is not the key ring of this database: its key ${version} does not open the secrets that key ${version} sealed. Put back the ring that was used before. If it is lost, set KEYRING to a new key with a higher number, ${version + 1}:… instead of 1:… of what "npm run tapewire -- keyring" prints; customers then have to reset their keys.`,
  )
}

/** For the operator: the versions in use. Throws a sentence where secrets need a key that the ring does not have. */
export async function ringLine(ctx: Platform): Promise<string> {
  await assertRing(ctx)
  const sealed = await sealedByVersion(ctx.postgres.db)
  const missing = [...sealed.keys()].filter((version) => !ctx.keyring.versions.includes(version))
  if (missing.length > 0) {
    const secrets = missing.reduce((sum, version) => sum + (sealed.get(version) ?? 0), 0)
    throw new Error(
      `${secrets} secrets need key ${missing.join(', ')}, which is not in the ring; add it to KEYRING, or let the customers reset their keys`,
    )
  }
  return `key ${ctx.keyring.versions.join(', ')}`
}

function opens(keyring: Platform['keyring'], { keyId, secretSealed }: Sealed): boolean {
  try {
    keyring.open(secretSealed, sealContext(keyId))
    return true
  } catch {
    // A wrong key fails the seal's own check.
    return false
  }
}
