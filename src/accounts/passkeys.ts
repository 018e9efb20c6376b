import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { refuse } from '#src/contract/errors.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Caller, type Entered, enter } from './entrance.ts'
import { openFlow, takeFlow } from './flow.ts'
import { sendNotice } from './notify.ts'
import {
  insertPasskey,
  notePasskeyUse,
  type PasskeyRow,
  passkeyById,
  passkeysOf,
  removePasskey,
} from './passkey-store.ts'
import { assertRecentSignIn } from './recent.ts'
import type { AccountActor, Client } from './sessions.ts'
import * as store from './store.ts'

const challengeLifeMs = 5 * 60_000

export type PasskeyChallenge = { ticket: string; options: Record<string, unknown> }

/** Options for `navigator.credentials.create`. */
export async function startPasskey(ctx: Platform, actor: AccountActor): Promise<PasskeyChallenge> {
  await assertRecentSignIn(ctx, actor)
  const account = await store.accountById(ctx.postgres.db, actor.accountId)
  if (!account) throw refuse('not_signed_in')
  const known = await passkeysOf(ctx.postgres.db, account.id)
  const options = await generateRegistrationOptions({
    rpName: ctx.settings.brand.name,
    rpID: site(ctx).hostname,
    userName: account.email,
    userID: new Uint8Array(Buffer.from(account.id)),
    excludeCredentials: known.map((passkey) => ({ id: passkey.id, transports: passkey.transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const data = { challenge: options.challenge }
  const ticket = await openFlow(ctx, 'passkey-add', data, { accountId: account.id, lifeMs: challengeLifeMs })
  return { ticket, options: { ...options } }
}

/** Keeps the passkey that the browser made for our challenge. */
export async function addPasskey(
  ctx: Platform,
  actor: AccountActor,
  client: Client,
  input: { ticket: string; name: string; response: Record<string, unknown> },
): Promise<{ id: string }> {
  await assertRecentSignIn(ctx, actor)
  const flow = await takeFlow<{ challenge: string }>(ctx, 'passkey-add', input.ticket)
  if (flow?.accountId !== actor.accountId) throw refuse('login_failed')
  const credential = await readRegistration(ctx, flow.data.challenge, input.response)
  if (!credential) throw refuse('login_failed')
  const name = input.name.replaceAll(/\p{Cc}/gu, ' ').trim() || 'Passkey'
  return ctx.postgres.transaction(async (tx) => {
    const account = await store.lockAccount(tx, actor.accountId)
    if (!account) throw refuse('not_signed_in')
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
    await ctx.postgres.audit(tx, actor, 'account.passkey_add', account.id, { name })
    await sendNotice(ctx, tx, account, { kind: 'passkey-added', client, values: { name } })
    return { id: credential.id }
  })
}

export async function dropPasskey(ctx: Platform, actor: AccountActor, client: Client, id: string): Promise<void> {
  await assertRecentSignIn(ctx, actor)
  await ctx.postgres.transaction(async (tx) => {
    const account = await store.lockAccount(tx, actor.accountId)
    const name = await removePasskey(tx, actor.accountId, id)
    if (!account || name === null) throw refuse('not_found')
    await ctx.postgres.audit(tx, actor, 'account.passkey_remove', account.id, { name })
    await sendNotice(ctx, tx, account, { kind: 'passkey-removed', client, values: { name } })
  })
}

/** Options for `navigator.credentials.get`; the browser offers whatever passkeys it has for us. */
export async function startPasskeySignIn(ctx: Platform): Promise<PasskeyChallenge> {
  const options = await generateAuthenticationOptions({ rpID: site(ctx).hostname, userVerification: 'required' })
  const ticket = await openFlow(ctx, 'passkey-sign-in', { challenge: options.challenge }, { lifeMs: challengeLifeMs })
  return { ticket, options: { ...options } }
}

/** Signs in by passkey: possession and verification in one, so no further factor is asked. */
export async function signInByPasskey(
  ctx: Platform,
  caller: Caller,
  input: { ticket: string; response: Record<string, unknown> },
): Promise<Entered> {
  const flow = await takeFlow<{ challenge: string }>(ctx, 'passkey-sign-in', input.ticket)
  const { id } = input.response
  const passkey = flow && typeof id === 'string' ? await passkeyById(ctx.postgres.db, id) : null
  if (!flow || !passkey) throw refuse('login_failed')
  const counter = await readAssertion(ctx, flow.data.challenge, passkey, input.response)
  if (counter === null) throw refuse('login_failed')
  const isFresh = await ctx.postgres.transaction((tx) => notePasskeyUse(tx, passkey.id, counter, ctx.clock.now()))
  if (!isFresh) throw refuse('login_failed')
  return enter(ctx, caller, passkey.account_id, 'passkey', 'both')
}

async function readRegistration(ctx: Platform, challenge: string, response: Record<string, unknown>) {
  try {
    const result = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site(ctx).origin,
      expectedRPID: site(ctx).hostname,
      requireUserVerification: true,
    })
    return result.verified ? result.registrationInfo.credential : null
  } catch (error) {
    ctx.log.info('a passkey was refused', { reason: String(error) })
    return null
  }
}

async function readAssertion(
  ctx: Platform,
  challenge: string,
  passkey: PasskeyRow,
  response: Record<string, unknown>,
): Promise<number | null> {
  try {
    const result = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site(ctx).origin,
      expectedRPID: site(ctx).hostname,
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

function site(ctx: Platform): URL {
  return new URL(ctx.settings.site.publicUrl)
}
