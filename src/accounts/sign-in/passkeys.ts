import type { FactorProof } from '#src/contract/account/security.ts'
import type { PasskeyCreation, PasskeyRequest } from '#src/contract/account/shapes.ts'
import { refuse } from '#src/contract/errors.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import type { Platform } from '#src/platform/platform.ts'
import { lockOwnAccount } from '../account/own-account.ts'
import * as store from '../account/store.ts'
import { registrationAnswer } from '../factors/passkey-answer.ts'
import { insertPasskey, type PasskeyRow, passkeysOf, removePasskey } from '../factors/passkey-store.ts'
import { sendNotice } from '../mails/notify.ts'
import { consumeFlow, openFlow } from '../sessions/flow.ts'
import { accountOf } from '../sessions/profile.ts'
import type { Client } from '../sessions/sessions.ts'
import { acceptPasskey, challengeLifeMs, passkeyServer, relyingParty } from '../step-up/passkey-proof.ts'
import { demand } from '../step-up/step-up.ts'
import { type Caller, type Entered, enter } from './entrance.ts'

type PasskeyFlow = { challenge: string; sessionId: string }

export async function startPasskey(ctx: Platform, actor: AccountActor, proof: FactorProof): Promise<PasskeyCreation> {
  await demand(ctx, actor, 'passkey.add', { proof })
  const account = await accountOf(ctx, actor)
  const known = await passkeysOf(ctx.postgres.db, account.id)
  const { generateRegistrationOptions } = await passkeyServer()
  const options = await generateRegistrationOptions({
    rpName: brandOf(ctx).name,
    rpID: relyingParty(ctx).hostname,
    userName: account.email,
    userID: new Uint8Array(Buffer.from(account.id)),
    excludeCredentials: known.map((passkey) => ({ id: passkey.id, transports: passkey.transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const data: PasskeyFlow = { challenge: options.challenge, sessionId: actor.sessionId }
  const ticket = await openFlow(ctx, 'passkey-add', data, { accountId: account.id, lifeMs: challengeLifeMs })
  return { ticket, options }
}

export async function addPasskey(
  ctx: Platform,
  actor: AccountActor,
  client: Client,
  input: { ticket: string; name: string; response: Record<string, unknown> },
): Promise<{ id: string }> {
  await demand(ctx, actor, 'passkey.store')
  const flow = await consumeFlow<PasskeyFlow>(ctx, 'passkey-add', input.ticket)
  if (flow?.data.sessionId !== actor.sessionId) throw refuse('login_failed')
  const credential = await readRegistration(ctx, flow.data.challenge, input.response)
  if (!credential) throw refuse('login_failed')
  const name = input.name.replaceAll(/\p{Cc}/gu, ' ').trim() || 'Passkey'
  return ctx.postgres.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    const passkey: PasskeyRow = {
      id: credential.id,
      account_id: account.id,
      public_key: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
      transports: [...(credential.transports ?? [])],
      name,
      created_at: new Date(ctx.clock.now()),
      used_at: null,
    }
    if (!(await insertPasskey(tx, passkey))) throw refuse('conflict')
    // An authenticator secret that was never confirmed may be older than the account's first factor, so a new secret
    // must replace it.
    if (account.totpConfirmedAt === null) await store.updateAccount(tx, account.id, { totp_sealed: null })
    await ctx.postgres.audit(tx, actor, 'account.passkey_add', account.id, { name })
    await sendNotice(ctx, tx, account, { kind: 'passkey-added', client, values: { name } })
    return { id: credential.id }
  })
}

export async function dropPasskey(
  ctx: Platform,
  actor: AccountActor,
  client: Client,
  input: FactorProof & { id: string },
): Promise<void> {
  const known = await passkeysOf(ctx.postgres.db, actor.accountId)
  if (!known.some(({ id }) => id === input.id)) throw refuse('not_found')
  await demand(ctx, actor, 'passkey.remove', { proof: input })
  await ctx.postgres.transaction(async (tx) => {
    const account = await store.lockAccount(tx, actor.accountId)
    const name = await removePasskey(tx, actor.accountId, input.id)
    if (!account || name === null) throw refuse('not_found')
    await ctx.postgres.audit(tx, actor, 'account.passkey_remove', account.id, { name })
    await sendNotice(ctx, tx, account, { kind: 'passkey-removed', client, values: { name } })
  })
}

/** Returns options for `navigator.credentials.get`. The browser offers all passkeys that it has for this site. */
export async function startPasskeySignIn(ctx: Platform): Promise<PasskeyRequest> {
  const { generateAuthenticationOptions } = await passkeyServer()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).hostname,
    userVerification: 'required',
  })
  const ticket = await openFlow(ctx, 'passkey-sign-in', { challenge: options.challenge }, { lifeMs: challengeLifeMs })
  return { ticket, options }
}

/** Signs in by a passkey. No further factor is required, because a passkey proves both possession and identity. */
export async function signInByPasskey(
  ctx: Platform,
  caller: Caller,
  input: { ticket: string; response: Record<string, unknown> },
): Promise<Entered> {
  const flow = await consumeFlow<{ challenge: string }>(ctx, 'passkey-sign-in', input.ticket)
  const passkey = flow && (await acceptPasskey(ctx, flow.data.challenge, input.response))
  if (!passkey) throw refuse('login_failed')
  return enter(ctx, caller, passkey.account_id, { method: 'passkey', factor: 'both' })
}

async function readRegistration(ctx: Platform, challenge: string, response: Record<string, unknown>) {
  try {
    const { verifyRegistrationResponse } = await passkeyServer()
    const result = await verifyRegistrationResponse({
      response: registrationAnswer.parse(response),
      expectedChallenge: challenge,
      expectedOrigin: relyingParty(ctx).origin,
      expectedRPID: relyingParty(ctx).hostname,
      requireUserVerification: true,
    })
    return result.verified ? result.registrationInfo.credential : null
  } catch (error) {
    ctx.log.info('a passkey was refused', { reason: String(error) })
    return null
  }
}
