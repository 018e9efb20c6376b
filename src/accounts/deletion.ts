import type { FactorProof } from '#src/contract/account/security.ts'
import { refuse } from '#src/contract/errors.ts'
import { formatMicro, type Micro } from '#src/contract/money.ts'
import { dayMs } from '#src/contract/time.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import { each } from '#src/platform/loop.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import { canonicalAddress } from './account/address.ts'
import { lockOwnAccount } from './account/own-account.ts'
import * as store from './account/store.ts'
import { passkeysOf } from './factors/passkey-store.ts'
import { sendNotice } from './mails/notify.ts'
import { accountOf } from './sessions/profile.ts'
import { type Client, endSessions, listDevices } from './sessions/sessions.ts'
import { demand } from './step-up/step-up.ts'
import { assertMayGo, endMemberships, ownsOwn } from './team/team.ts'

export const graceMs = 14 * dayMs

export type Farewell = (ctx: Platform, tx: Tx, accountId: string) => Promise<void>
/** The credit of an account, and the number of its unpaid order. */
export type MoneyLeft = (db: Db, accountId: string) => Promise<{ credit: Micro; openOrder: string | null }>
export type ExportPart = { name: string; read: (ctx: Platform, accountId: string) => Promise<unknown> }

/**
 * Requests the deletion, which the owner confirms by typing the account's address. Until the deletion the owner may
 * sign in and cancel it.
 */
export async function requestDeletion(
  ctx: Platform,
  actor: AccountActor,
  client: Client,
  input: FactorProof & { email: string },
  moneyLeft: MoneyLeft,
): Promise<{ deleteAfter: number }> {
  const account = await accountOf(ctx, actor)
  if (canonicalAddress(input.email) !== account.email) throw refuse('invalid_parameter', { param: 'email' })
  await assertMayGo(ctx, actor)
  if (await store.isLastOwner(ctx.postgres.db, account.id)) throw refuse('last_owner')
  await demand(ctx, actor, 'account.delete', { proof: input })
  const deleteAfter = account.deleteAfter ?? ctx.clock.now() + graceMs
  await ctx.postgres.transaction(async (tx) => {
    await store.updateAccount(tx, account.id, { delete_after: new Date(deleteAfter) })
    await ctx.postgres.audit(tx, actor, 'account.delete_asked', account.id)
    const date = new Intl.DateTimeFormat(account.locale, { dateStyle: 'long', timeZone: account.timeZone })
    const left = await moneyLeft(tx, account.id)
    const values = {
      date: date.format(deleteAfter),
      credit: left.credit > 0n ? formatMicro(left.credit) : 'none',
      order: left.openOrder ?? 'none',
    }
    const refund =
      left.credit > 0n ? ({ label: 'notice.deletion-asked.refund', path: '/dashboard/billing' } as const) : undefined
    await sendNotice(ctx, tx, account, { kind: 'deletion-asked', client, values, button: refund })
  })
  return { deleteAfter }
}

export async function cancelDeletion(ctx: Platform, actor: AccountActor, client: Client): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    if (account.deleteAfter === null) return
    await store.updateAccount(tx, account.id, { delete_after: null })
    await ctx.postgres.audit(tx, actor, 'account.kept', account.id)
    await sendNotice(ctx, tx, account, { kind: 'deletion-taken-back', client })
  })
}

export async function sweepDeletions(ctx: Platform, farewell: Farewell): Promise<number> {
  const due = await store.accountsToDelete(ctx.postgres.db, ctx.clock.now())
  const failed = 'an account could not be deleted; tried again in an hour'
  return each(ctx, due, { failed, fieldsOf: (accountId) => ({ accountId }) }, (id) => deleteAccount(ctx, farewell, id))
}

export async function accountsToErase(ctx: Platform): Promise<store.DeletedAccount[]> {
  return store.deletedAccounts(ctx.postgres.db)
}

export async function noteErased(ctx: Platform, id: string): Promise<void> {
  await store.updateAccount(ctx.postgres.db, id, { erased_at: new Date(ctx.clock.now()) })
}

/**
 * Disables a due account and lets `farewell` erase its data. The account's row stays, because bookings refer to it.
 * Returns false if the account is not due, if other people own it now, or if it is the installation's last owner.
 */
async function deleteAccount(ctx: Platform, farewell: Farewell, id: string): Promise<boolean> {
  const system = { kind: 'system', name: 'accounts' } as const
  return ctx.postgres.transaction(async (tx) => {
    const account = await store.lockAccount(tx, id)
    if (!account || account.deleteAfter === null || account.deleteAfter > ctx.clock.now()) return false
    if (!(await ownsOwn(tx, id)) || (await store.isLastOwner(tx, id))) {
      // Other people own the account now and keep working in it, or nobody else owns the installation any more.
      await store.updateAccount(tx, id, { delete_after: null })
      await ctx.postgres.audit(tx, system, 'account.kept', id)
      await sendNotice(ctx, tx, account, { kind: 'deletion-taken-back' })
      return false
    }
    await endMemberships(ctx, tx, account)
    await sendNotice(ctx, tx, account, { kind: 'deleted' })
    await endSessions(ctx, tx, id, null)
    await store.updateAccount(tx, id, { disabled_at: new Date(ctx.clock.now()) })
    await ctx.postgres.audit(tx, system, 'account.deleted', id)
    await farewell(ctx, tx, id)
    return true
  })
}

/** Returns the data of an account as one object without secrets. `parts`: the readers of other domains' data. */
export async function exportAccount(
  ctx: Platform,
  actor: AccountActor,
  parts: readonly ExportPart[],
): Promise<Record<string, unknown>> {
  await demand(ctx, actor, 'account.export')
  const account = await accountOf(ctx, actor)
  const passkeys = await passkeysOf(ctx.postgres.db, account.id)
  const identities = await store.identitiesOf(ctx.postgres.db, account.id)
  const others: [string, unknown][] = []
  for (const part of parts) others.push([part.name, await part.read(ctx, account.id)])
  await ctx.postgres.transaction((tx) => ctx.postgres.audit(tx, actor, 'account.export', account.id))
  return {
    exportedAt: new Date(ctx.clock.now()).toISOString(),
    account: {
      id: account.id,
      email: account.email,
      emailProvenAt: account.emailProvenAt === null ? null : new Date(account.emailProvenAt).toISOString(),
      imageUrl: account.imageUrl,
      createdAt: new Date(account.createdAt).toISOString(),
      deleteAfter: account.deleteAfter === null ? null : new Date(account.deleteAfter).toISOString(),
      locale: account.locale,
      theme: account.theme,
      upColour: account.upColour,
      timeZone: account.timeZone,
      notices: account.notices,
      hasPassword: account.passwordHash !== null,
      twoStepSignIn: account.totpConfirmedAt !== null,
    },
    devices: await listDevices(ctx, actor),
    passkeys: passkeys.map(({ name, created_at, used_at }) => ({ name, createdAt: created_at, usedAt: used_at })),
    thirdPartySignIns: identities.map(({ provider, issuer, subject, email, created_at }) => ({
      provider,
      issuer,
      subject,
      email,
      createdAt: created_at,
    })),
    ...Object.fromEntries(others),
  }
}
