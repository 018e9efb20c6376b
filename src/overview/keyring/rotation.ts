import { resealRecoveryCodes } from '#src/accounts/step-up/recovery-codes.ts'
import { resealFactors } from '#src/accounts/step-up/sealed-factors.ts'
import { resealWebhooks } from '#src/alerts/deliver/webhook.ts'
import { remakeAddresses } from '#src/billing/deposits/remade-addresses.ts'
import { refuse } from '#src/contract/errors.ts'
import { minuteMs } from '#src/contract/time.ts'
import { markRing, resealKeys } from '#src/keys/key/ring.ts'
import type { Actor } from '#src/platform/actor.ts'
import { newKey, replaceRing, sandboxRing, withoutKey } from '#src/platform/data-dir/keyring.ts'
import { follow } from '#src/platform/follow.ts'
import { resealMails } from '#src/platform/mail/sealed-mails.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { readRing } from './ring-state.ts'
import {
  beginRotation,
  finishRotation,
  lockRotations,
  newestRotation,
  noteResealed,
  noteRetired,
} from './rotation-store.ts'

/**
 * The functions by which a rotation seals secrets again and renews fingerprints. Secrets of running sign-in flows are
 * left out, since a flow ends within minutes.
 */
const reseals = [resealKeys, resealFactors, resealRecoveryCodes, resealMails, resealWebhooks, remakeAddresses]
const batch = 200
const rotationChannel = 'keyring_rotation'
const rounds = { channel: rotationChannel, everyMs: 5 * minuteMs, failed: 'secrets could not be sealed again' }
/**
 * The pause before an unfinished rotation is tried again, ms. A process that lacks the rotation's new key may get the
 * key during the pause.
 */
const againMs = 5_000

/**
 * Adds a key to the installation's own ring. The new key seals from then on, and all older secrets are sealed again in
 * the background. Refuses a ring from the setting KEYRING with `keyring_from_setting`, since only the operator can
 * change the setting. Returns the version of the new key.
 */
export async function rotateRing(ctx: Platform, actor: Actor): Promise<number> {
  const by = await requireStaff(ctx, actor, 'keyring.rotate')
  const { dataDir, hasKeyring } = ctx.settings
  if (hasKeyring) throw refuse('keyring_from_setting')
  return ctx.postgres.transaction(async (tx) => {
    await lockRotations(tx)
    // Another process may have replaced the ring since this process read it.
    ctx.keyring.replace(sandboxRing(dataDir))
    const version = (ctx.keyring.versions.at(-1) ?? 0) + 1
    await beginRotation(tx, version, ctx.clock.now())
    await ctx.postgres.notify(tx, rotationChannel, {})
    await ctx.postgres.audit(tx, by, 'keyring.rotate', 'keyring', { version })
    // The ring is written before the commit, because an unused key does no harm, but a rotation without its key would.
    const ring = `${ctx.keyring.ring()},${newKey(version)}`
    replaceRing(dataDir, ring)
    ctx.keyring.replace(ring)
    await markRing(tx, ctx.keyring, ctx.clock.now())
    return version
  })
}

/**
 * Starts a rotation in the background: it seals the secrets of older keys with the newest key, which all processes must
 * have. Returns the number of these secrets. Refuses with `conflict` if there are none.
 */
export async function resealSecrets(ctx: Platform, actor: Actor): Promise<number> {
  const by = await requireStaff(ctx, actor, 'keyring.reseal')
  const { seals, waiting } = await readRing(ctx)
  if (waiting === 0) throw refuse('conflict')
  await ctx.postgres.transaction(async (tx) => {
    await beginRotation(tx, seals, ctx.clock.now())
    await ctx.postgres.notify(tx, rotationChannel, {})
    await ctx.postgres.audit(tx, by, 'keyring.reseal', 'keyring', { version: seals, waiting })
  })
  return waiting
}

/** Removes an unused key from the installation's own ring. Refuses a key with `conflict` while it is in use. */
export async function retireKey(ctx: Platform, actor: Actor, version: number): Promise<void> {
  const by = await requireStaff(ctx, actor, 'keyring.retire')
  const { dataDir, hasKeyring } = ctx.settings
  if (hasKeyring) throw refuse('keyring_from_setting')
  const { retirable, keys } = await readRing(ctx)
  if (!keys.some((key) => key.version === version)) throw refuse('not_found')
  if (!retirable.includes(version)) throw refuse('conflict')
  await ctx.postgres.transaction(async (tx) => {
    await lockRotations(tx)
    await noteRetired(tx, version)
    await ctx.postgres.audit(tx, by, 'keyring.retire', 'keyring', { version })
    const ring = withoutKey(sandboxRing(dataDir), version)
    replaceRing(dataDir, ring)
    ctx.keyring.replace(ring)
  })
}

/** Continues a rotation, even one that another process began or left unfinished. */
export function resealInBackground(ctx: Platform): Promise<AsyncDisposable> {
  return follow(ctx, rounds, async (signal) => ((await reseal(ctx, signal)) ? undefined : againMs))
}

/** Returns true if there is no unfinished rotation. */
async function reseal(ctx: Platform, signal: AbortSignal): Promise<boolean> {
  const { db } = ctx.postgres
  const rotation = await newestRotation(db)
  const { versions } = ctx.keyring
  if (!rotation || rotation.finishedAt !== null) return true
  // A process without the new key leaves the work to the other processes.
  if (versions.at(-1) !== rotation.version) return false
  for (const work of reseals) {
    for (;;) {
      if (signal.aborted) return false
      const done = await work(ctx, versions.slice(0, -1), batch)
      if (done === 0) break
      await noteResealed(db, done)
    }
  }
  if ((await readRing(ctx)).waiting > 0) return false
  await finishRotation(db, rotation.version, ctx.clock.now())
  return true
}
