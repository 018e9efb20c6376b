import { refuse } from '#src/contract/errors.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { Account } from '../account/account.ts'
import * as store from '../account/store.ts'
import { sendNotice } from '../mails/notify.ts'
import type { Client } from '../sessions/sessions.ts'
import { proveMailbox } from '../sign-in/entrance.ts'
import { linkWithin } from '../sign-in/identity-link.ts'
import { demand } from '../step-up/step-up.ts'
import type { Identity } from './identity.ts'
import { providerName } from './providers.ts'

export async function linkIdentity(
  ctx: Platform,
  actor: AccountActor,
  client: Client,
  accountId: string,
  identity: Identity,
): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const account = await store.lockAccount(tx, accountId)
    if (!account) throw refuse('login_failed')
    const proven = account.email === identity.email ? await proveMailbox(ctx, tx, account) : account
    await linkWithin(ctx, tx, { actor, client, account: proven, link: identity })
  })
}

/** Unlinks a provider, even the only one: signing in by mailed code always remains possible. */
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

/** Unlinks the identities that have the same address as the account. */
export async function unlinkAddress(
  ctx: Platform,
  tx: Tx,
  { actor, account, client }: { actor: AccountActor; account: Account; client: Client },
): Promise<void> {
  const identities = await store.identitiesOf(tx, account.id)
  for (const { provider } of identities.filter(({ email }) => email === account.email)) {
    await store.deleteIdentities(tx, account.id, provider)
    await ctx.postgres.audit(tx, actor, 'account.unlink', account.id, { provider })
    const name = providerName(ctx.settings, provider)
    await sendNotice(ctx, tx, account, { kind: 'provider-unlinked', client, values: { name } })
  }
}
