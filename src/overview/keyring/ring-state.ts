import { sealedFactors, sealedFlows } from '#src/accounts/step-up/sealed-factors.ts'
import { sealedWebhooks } from '#src/alerts/deliver/webhook.ts'
import type { Installation } from '#src/contract/operator/installation.ts'
import { assertRing, sealedKeys } from '#src/keys/key/ring.ts'
import { sealedMails } from '#src/platform/mail/sealed-mails.ts'
import type { Platform } from '#src/platform/platform.ts'
import { newestRotation } from './rotation-store.ts'

export type RingState = Installation['keyring']

/** The counts of all secrets that the ring seals. Secrets of running sign-in flows expire within minutes. */
const counts = [sealedKeys, sealedFactors, sealedMails, sealedFlows, sealedWebhooks]

async function countSealed(ctx: Platform): Promise<Map<number, number>> {
  const all = new Map<number, number>()
  for (const counted of await Promise.all(counts.map((count) => count(ctx))))
    for (const [version, secrets] of counted) all.set(version, (all.get(version) ?? 0) + secrets)
  return all
}

/** The keys of the ring, the number of secrets that need each key, and the progress of a rotation. */
export async function readRing(ctx: Platform): Promise<RingState> {
  const { versions } = ctx.keyring
  const needed = await countSealed(ctx)
  const rotation = await newestRotation(ctx.postgres.db)
  const seals = versions.at(-1) ?? 0
  const older = versions.slice(0, -1)
  return {
    keys: versions.map((version) => ({ version, sealed: needed.get(version) ?? 0 })),
    seals,
    fingerprints: versions[0] ?? 0,
    isSetting: ctx.settings.hasKeyring,
    waiting: older.reduce((sum, version) => sum + (needed.get(version) ?? 0), 0),
    // The lowest key stays: it makes the fingerprints, which must remain valid as long as their data exists.
    retirable: older.slice(1).filter((version) => !needed.has(version)),
    missing: [...needed.keys()].filter((version) => !versions.includes(version)).sort((a, b) => a - b),
    rotation,
  }
}

/** The key versions in use, as text for the operator. Throws when secrets need a key that is missing in the ring. */
export async function ringLine(ctx: Platform): Promise<string> {
  await assertRing(ctx)
  const { keys, missing, waiting, retirable, rotation } = await readRing(ctx)
  if (missing.length > 0) {
    const needed = await countSealed(ctx)
    const secrets = missing.reduce((sum, version) => sum + (needed.get(version) ?? 0), 0)
    throw new Error(
      `${secrets} secrets need key ${missing.join(', ')}, which is not in the ring; add it to KEYRING, or let the customers reset their keys`,
    )
  }
  const parts = [`key ${keys.map(({ version }) => version).join(', ')}`]
  if (rotation && rotation.finishedAt === null) parts.push(`${waiting} secrets are being sealed again`)
  else if (waiting > 0) parts.push(`${waiting} secrets are sealed by older keys ("keyring reseal")`)
  if (retirable.length > 0) parts.push(`nothing uses key ${retirable.join(', ')} any more`)
  return parts.join('; ')
}
