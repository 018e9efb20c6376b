import { refuse } from '#src/contract/errors.ts'
import { dayMs } from '#src/contract/time.ts'
import { overrideKey } from '#src/keys/controls.ts'
import type { LimitOverride } from '#src/keys/key/key.ts'
import { revokeWithin } from '#src/keys/keys.ts'
import type { Actor } from '#src/platform/actor.ts'
import { requeueMail } from '#src/platform/mail/requeue.ts'
import type { Platform } from '#src/platform/platform.ts'
import { assertNotOwn } from '#src/staff/authority/authority.ts'
import { disconnect } from '#src/usage/sockets.ts'
import { type About, decide, readWords } from './decide.ts'

const limitMax = 1_000_000_000
const overrideMsMax = 3_660 * dayMs

export type OverrideInput = About & { keyId: string; override: LimitOverride | null; reason: string }

/**
 * Sets the limits of a key until a date, instead of the limits of its plan; null removes them. Open sockets get
 * the new limits at once. When an integrated key is revoked, the next integrated key keeps the override.
 */
export async function overrideLimit(ctx: Platform, actor: Actor, input: OverrideInput): Promise<void> {
  const reason = readWords('reason', input.reason)
  const { keyId, override } = input
  if (override) assertPossible(override, ctx.clock.now())
  await decide(ctx, actor, 'customer.limits', input, async (tx, account, by) => {
    await assertNotOwn(tx, by, 'customer.limits', account.id)
    const before = await overrideKey(ctx, tx, { accountId: account.id, keyId, override })
    return { result: undefined, detail: { keyId, before, after: override, reason } }
  })
}

function assertPossible({ until, ...limits }: LimitOverride, now: number): void {
  if (!(until > now && until <= now + overrideMsMax)) throw refuse('invalid_parameter', { param: 'until' })
  for (const [param, limit] of Object.entries(limits))
    if (limit !== null && !(Number.isInteger(limit) && limit >= 1 && limit <= limitMax))
      throw refuse('invalid_parameter', { param })
}

/** Ends a key of a customer permanently and mails its owner; the plan of an integrated key continues. */
export async function revokeCustomerKey(
  ctx: Platform,
  actor: Actor,
  input: About & { keyId: string; reason: string },
): Promise<void> {
  const reason = readWords('reason', input.reason)
  await decide(ctx, actor, 'customer.revoke_key', input, async (tx, account) => {
    await revokeWithin(ctx, tx, account.id, input.keyId)
    return { result: undefined, detail: { keyId: input.keyId, reason } }
  })
}

export async function disconnectSocket(
  ctx: Platform,
  actor: Actor,
  input: About & { socketId: string },
): Promise<void> {
  await decide(ctx, actor, 'customer.disconnect', input, async (tx, account) => {
    const keyId = await disconnect(ctx, tx, account.id, input.socketId)
    return { result: undefined, detail: { keyId, socketId: input.socketId } }
  })
}

/**
 * Sends a mail again after its delivery has failed permanently. Refuses any other mail of the customer with `conflict`:
 * a queued mail is still sent, and the text of a delivered mail is no longer stored.
 */
export async function resendMail(ctx: Platform, actor: Actor, input: About & { mailId: number }): Promise<void> {
  await decide(ctx, actor, 'customer.resend_mail', input, async (tx, account) => {
    const outcome = await requeueMail(ctx, tx, { id: input.mailId, to: account.email })
    if (outcome !== 'queued') throw refuse(outcome === 'unknown' ? 'not_found' : 'conflict')
    return { result: undefined, detail: { mailId: input.mailId } }
  })
}
