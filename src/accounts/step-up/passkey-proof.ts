import type { PasskeyRequest } from '#src/contract/account/shapes.ts'
import { refuse } from '#src/contract/errors.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { throttleNetwork } from '../account/throttle.ts'
import { assertionAnswer } from '../factors/passkey-answer.ts'
import { notePasskeyUse, type PasskeyRow, passkeyById, passkeysOf } from '../factors/passkey-store.ts'
import { consumeFlow, openFlow } from '../sessions/flow.ts'
import type { Client } from '../sessions/sessions.ts'

export const challengeLifeMs = 5 * minuteMs

/** Loads the library with the first passkey, because its 250 modules would take a quarter of a second at each start. */
export const passkeyServer = () => import('@simplewebauthn/server')

/** Options for `navigator.credentials.get` with the account's own passkeys, for a call that requires one. */
export async function startPasskeyProof(ctx: Platform, actor: AccountActor, client: Client): Promise<PasskeyRequest> {
  await throttleNetwork(ctx, client.address)
  const known = await passkeysOf(ctx.postgres.db, actor.accountId)
  if (known.length === 0) throw refuse('not_found')
  const { generateAuthenticationOptions } = await passkeyServer()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).hostname,
    userVerification: 'required',
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
  })
  const data = { challenge: options.challenge, sessionId: actor.sessionId }
  const where = { accountId: actor.accountId, lifeMs: challengeLifeMs }
  return { ticket: await openFlow(ctx, 'passkey-proof', data, where), options }
}

/** Whether a passkey of this account answered the challenge of this session. A ticket works once. */
export async function proveByPasskey(
  ctx: Platform,
  actor: AccountActor,
  input: { ticket: string; response: Record<string, unknown> },
): Promise<boolean> {
  const flow = await consumeFlow<{ challenge: string; sessionId: string }>(ctx, 'passkey-proof', input.ticket)
  if (flow?.data.sessionId !== actor.sessionId) return false
  return (await acceptPasskey(ctx, flow.data.challenge, input.response, actor.accountId)) !== null
}

/**
 * Returns the passkey and advances its counter. Returns null for a wrong or copied passkey, and for a passkey of
 * another account.
 */
export async function acceptPasskey(
  ctx: Platform,
  challenge: string,
  response: Record<string, unknown>,
  owner?: string,
): Promise<PasskeyRow | null> {
  const { id } = response
  const passkey = typeof id === 'string' ? await passkeyById(ctx.postgres.db, id) : null
  if (!passkey || (owner !== undefined && passkey.account_id !== owner)) return null
  const counter = await readAssertion(ctx, challenge, passkey, response)
  if (counter === null) return null
  const isFresh = await ctx.postgres.transaction((tx) => notePasskeyUse(tx, passkey.id, counter, ctx.clock.now()))
  return isFresh ? passkey : null
}

async function readAssertion(
  ctx: Platform,
  challenge: string,
  passkey: PasskeyRow,
  response: Record<string, unknown>,
): Promise<number | null> {
  try {
    const { verifyAuthenticationResponse } = await passkeyServer()
    const result = await verifyAuthenticationResponse({
      response: assertionAnswer.parse(response),
      expectedChallenge: challenge,
      expectedOrigin: relyingParty(ctx).origin,
      expectedRPID: relyingParty(ctx).hostname,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
        transports: passkey.transports,
      },
      requireUserVerification: true,
    })
    return result.verified ? result.authenticationInfo.newCounter : null
  } catch (error) {
    ctx.log.info('a passkey was refused', { reason: String(error) })
    return null
  }
}

/** The site's own address, to which passkeys are bound. */
export function relyingParty(ctx: Platform): URL {
  return new URL(ctx.settings.publicUrl)
}
