import type { Preferences, PreferencesInput, User } from '#src/contract/account/accounts.ts'
import { refuse } from '#src/contract/errors.ts'
import { isTimeZone } from '#src/contract/values/clock.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import { type Account, presentUser } from '../account/account.ts'
import { canonicalAddress } from '../account/address.ts'
import { lockOwnAccount } from '../account/own-account.ts'
import * as store from '../account/store.ts'

export async function accountOf(ctx: Platform, actor: AccountActor, tx?: Tx): Promise<Account> {
  const account = await store.accountById(tx ?? ctx.postgres.db, actor.accountId)
  if (!account) throw refuse('not_signed_in')
  return account
}

export async function profileOf(ctx: Platform, actor: AccountActor): Promise<User> {
  return presentUser(await accountOf(ctx, actor))
}

export async function preferencesOf(ctx: Platform, actor: AccountActor): Promise<Preferences> {
  return presentPreferences(await accountOf(ctx, actor))
}

export async function setPreferences(
  ctx: Platform,
  actor: AccountActor,
  input: PreferencesInput,
): Promise<Preferences> {
  if (input.timeZone !== undefined && !isTimeZone(input.timeZone))
    throw refuse('invalid_parameter', { param: 'timeZone' })
  return ctx.postgres.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    const next: Account = {
      ...account,
      locale: input.locale ?? account.locale,
      localeChosen: account.localeChosen || input.locale !== undefined,
      appearanceChosen: account.appearanceChosen || input.theme !== undefined || input.upColour !== undefined,
      theme: input.theme ?? account.theme,
      upColour: input.upColour ?? account.upColour,
      timeZone: input.timeZone ?? account.timeZone,
      notices: {
        usage: input.notices?.usage ?? account.notices.usage,
        expiry: input.notices?.expiry ?? account.notices.expiry,
        product: input.notices?.product ?? account.notices.product,
      },
    }
    await store.updateAccount(tx, account.id, {
      locale: next.locale,
      locale_chosen: next.localeChosen,
      appearance_chosen: next.appearanceChosen,
      theme: next.theme,
      up_colour: next.upColour,
      time_zone: next.timeZone,
      notices: JSON.stringify(next.notices),
    })
    await ctx.postgres.audit(tx, actor, 'account.preferences', account.id, input)
    return presentPreferences(next)
  })
}

function presentPreferences({ locale, theme, upColour, timeZone, notices }: Account): Preferences {
  return { locale, theme, upColour, timeZone, notices }
}

export type Contact = Pick<Account, 'id' | 'email' | 'emailProvenAt' | 'locale' | 'timeZone' | 'notices'>

export async function contactOf(db: Db, accountId: string): Promise<Contact | null> {
  return store.accountById(db, accountId)
}

/** Whether the account exists, is not suspended, and has no requested deletion. */
export async function isOpenAccount(db: Db, accountId: string): Promise<boolean> {
  const account = await store.accountById(db, accountId)
  return account !== null && account.suspendedAt === null && account.deleteAfter === null
}

export async function isSuspended(db: Db, accountId: string): Promise<boolean> {
  const account = await store.accountById(db, accountId)
  return account !== null && account.suspendedAt !== null
}

export async function contactByEmail(db: Db, email: string): Promise<Contact | null> {
  const address = canonicalAddress(email)
  return address === null ? null : store.accountByEmail(db, address)
}

export { addressesOf, type Found, findByPrefix, provenAddressesOf } from '../account/address-store.ts'
