import { recoveryCodesByKey } from '#src/accounts/step-up/recovery-codes.ts'
import { sealedFactors, sealedFlows } from '#src/accounts/step-up/sealed-factors.ts'
import { sealedWebhooks } from '#src/alerts/deliver/webhook.ts'
import { addressesByKey } from '#src/billing/deposits/remade-addresses.ts'
import { type Installation, type RingNeed, ringNeeds } from '#src/contract/operator/installation.ts'
import { assertRing, sealedKeys } from '#src/keys/key/ring.ts'
import { sealedMails } from '#src/platform/mail/sealed-mails.ts'
import type { Platform } from '#src/platform/platform.ts'
import { newestRotation } from './rotation-store.ts'

export type RingState = Installation['keyring']

/** Counts the stored data that needs a key of the ring. */
const counts: Record<RingNeed, (ctx: Platform) => Promise<Map<number, number>>> = {
  apiKeys: sealedKeys,
  factors: sealedFactors,
  recoveryCodes: recoveryCodesByKey,
  mails: sealedMails,
  signIns: sealedFlows,
  webhooks: sealedWebhooks,
  addresses: addressesByKey,
}

type Needs = Map<number, { what: RingNeed; count: number }[]>

/** Counts by key version. Data that names no key needs the lowest key. */
async function countNeeds(ctx: Platform): Promise<Needs> {
  const lowest = ctx.keyring.versions[0] ?? 1
  const all: Needs = new Map()
  for (const what of ringNeeds)
    for (const [named, count] of await counts[what](ctx)) {
      const version = named || lowest
      const needs = all.get(version) ?? []
      const same = needs.find((need) => need.what === what)
      if (same) same.count += count
      else needs.push({ what, count })
      all.set(version, needs)
    }
  return all
}

function totalOf(needs: Needs, versions: readonly number[]): number {
  return versions.flatMap((version) => needs.get(version) ?? []).reduce((sum, { count }) => sum + count, 0)
}

/** The keys of the ring, the number of secrets that need each key, and the progress of a rotation. */
export async function readRing(ctx: Platform): Promise<RingState> {
  const { versions } = ctx.keyring
  const needs = await countNeeds(ctx)
  const rotation = await newestRotation(ctx.postgres.db)
  const seals = versions.at(-1) ?? 0
  const older = versions.slice(0, -1)
  return {
    keys: versions.map((version) => ({
      version,
      sealed: totalOf(needs, [version]),
      needs: needs.get(version) ?? [],
      signs: ctx.keyring.signing.includes(version),
    })),
    seals,
    isSetting: ctx.settings.hasKeyring,
    waiting: totalOf(needs, older),
    retirable: older.filter((version) => !needs.has(version) && !ctx.keyring.signing.includes(version)),
    missing: [...needs.keys()].filter((version) => !versions.includes(version)).sort((a, b) => a - b),
    rotation,
  }
}

/**
 * The key versions in use, as text for the operator. Throws if the ring is not the ring of this database, or if secrets
 * need a key that the ring lacks.
 */
export async function ringLine(ctx: Platform): Promise<string> {
  await assertRing(ctx)
  const { keys, missing, waiting, retirable, rotation } = await readRing(ctx)
  if (missing.length > 0) {
    const secrets = totalOf(await countNeeds(ctx), missing)
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
