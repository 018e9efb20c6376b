import { refuse } from '#src/contract/errors.ts'
import type { AccountActor, Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import * as store from '../account/store.ts'
import { sendNotice } from '../mails/notify.ts'
import type { Client } from '../sessions/sessions.ts'
import { proveMailbox } from '../sign-in/entrance.ts'
import { demand } from '../step-up/step-up.ts'
import type { Identity } from './identity.ts'
import { providerName } from './providers.ts'

/** Mails the owner. An account has one identity of each provider. */
export async function linkIdentity(
  ctx: Platform,
  actor: Actor,
  client: Client,
  accountId: string,
  identity: Identity,
): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const account = await store.lockAccount(tx, accountId)
    if (!account) throw refuse('login_failed')
    const proven = account.email === identity.email ? await proveMailbox(ctx, tx, account) : account
    const linked = await store.identitiesOf(tx, account.id)
    if (linked.some(({ provider }) => provider === identity.provider)) throw refuse('conflict')
    await insertIdentity(ctx, tx, account.id, identity)
    await ctx.postgres.audit(tx, actor, 'account.link', account.id, { provider: identity.provider })
    const values = { name: identity.providerName, email: identity.email }
    await sendNotice(ctx, tx, proven, { kind: 'provider-linked', client, values, about: identity.email })
  })
}

export async function insertIdentity(ctx: Platform, tx: Tx, accountId: string, identity: Identity): Promise<void> {
  const isNew = await store.insertIdentity(tx, {
    provider: identity.provider,
    issuer: identity.issuer,
    subject: identity.subject,
    account_id: accountId,
    email: identity.email,
    created_at: new Date(ctx.clock.now()),
  })
  if (!isNew) throw refuse('login_failed')
}

/** Signing in by mailed code always remains possible. */
export async function unlinkProvider(
  ctx: Platform,
  actor: AccountActor,
  client: Client,
  provider: string,
): Promise<void> {
  await demand(ctx, actor, 'provider.unlink')
  await ctx.postgres.transaction(async (tx) => {
    const account = await store.lockAccount(tx, actor.accountId)
    const removed = await store.deleteIdentities(tx, actor.accountId, provider)
    if (!account || removed === 0) throw refuse('not_found')
    await ctx.postgres.audit(tx, actor, 'account.unlink', account.id, { provider })
    const name = providerName(ctx.settings, provider)
    await sendNotice(ctx, tx, account, { kind: 'provider-unlinked', client, values: { name } })
  })
}
