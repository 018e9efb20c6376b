import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { Account } from '../account/account.ts'
import * as store from '../account/store.ts'
import { sendNotice } from '../mails/notify.ts'
import type { Client } from '../sessions/sessions.ts'
import { type EntryStep, type Link, proveMailbox } from './entrance.ts'

/** Links an identity in the transaction that opens the session, and therefore after the second factor. */
export function linkStep(ctx: Platform, client: Client, link: Link): EntryStep {
  const actor = { kind: 'system', name: 'provider' } as const
  return {
    link,
    async check(tx, found) {
      const account = link.email === found.email ? await proveMailbox(ctx, tx, found) : found
      await assertLinkable(tx, account.id, link)
      return account
    },
    run: (tx, account) => linkWithin(ctx, tx, { actor, client, account, link }),
  }
}

/** Links the identity and mails the owner. An account has at most one identity of each provider. */
export async function linkWithin(
  ctx: Platform,
  tx: Tx,
  { actor, client, account, link }: { actor: Actor; client: Client; account: Account; link: Link },
): Promise<void> {
  await assertLinkable(tx, account.id, link)
  await insertIdentity(ctx, tx, account.id, link)
  await ctx.postgres.audit(tx, actor, 'account.link', account.id, { provider: link.provider })
  const values = { name: link.providerName, email: link.email }
  await sendNotice(ctx, tx, account, { kind: 'provider-linked', client, values, about: link.email })
}

async function assertLinkable(tx: Tx, accountId: string, { provider }: Link): Promise<void> {
  const linked = await store.identitiesOf(tx, accountId)
  if (linked.some((one) => one.provider === provider)) throw refuse('conflict')
}

export async function insertIdentity(ctx: Platform, tx: Tx, accountId: string, link: Link): Promise<void> {
  const isNew = await store.insertIdentity(tx, {
    provider: link.provider,
    issuer: link.issuer,
    subject: link.subject,
    account_id: accountId,
    email: link.email,
    created_at: new Date(ctx.clock.now()),
  })
  if (!isNew) throw refuse('login_failed')
}
