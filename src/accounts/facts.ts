import type { Locale } from '#src/contract/locale.ts'
import type { Platform } from '#src/platform/platform.ts'
import * as store from './account/store.ts'
import { passkeysOf } from './factors/passkey-store.ts'
import { providerName } from './providers/providers.ts'
import { sessionsOf } from './sessions/session-store.ts'

/** An account as the staff see it: its state, and how its owner signs in. Times in ms. */
export type AccountFacts = {
  accountId: string
  email: string
  createdAt: number
  suspendedAt: number | null
  deleteAfter: number | null
  locale: Locale
  timeZone: string
  /** The number of decisions of the staff about the account. */
  version: number
  signIn: {
    password: boolean
    passkeys: number
    providers: string[]
    twoStep: boolean
    /** Whether the owner's mailbox is proven. */
    proven: boolean
    sessions: number
    seenAt: number | null
  }
}

/** Null when the account does not exist or was deleted. */
export async function accountFacts(
  { postgres: { db }, clock, settings }: Platform,
  accountId: string,
): Promise<AccountFacts | null> {
  const account = await store.accountById(db, accountId)
  if (!account) return null
  const sessions = await sessionsOf(db, accountId, clock.now())
  const identities = await store.identitiesOf(db, accountId)
  const { email, createdAt, suspendedAt, deleteAfter, locale, timeZone } = account
  return {
    ...{ accountId, email, createdAt, suspendedAt, deleteAfter, locale, timeZone },
    version: await store.staffDecisions(db, accountId),
    signIn: {
      password: account.passwordHash !== null,
      passkeys: (await passkeysOf(db, accountId)).length,
      providers: identities.map(({ provider }) => providerName(settings, provider)),
      twoStep: account.totpConfirmedAt !== null,
      proven: account.emailProvenAt !== null,
      sessions: sessions.length,
      seenAt: sessions[0]?.seenAt ?? null,
    },
  }
}

/** The number of accounts, without deleted ones. */
export async function countAccounts({ postgres: { db } }: Platform): Promise<number> {
  return store.countAccounts(db)
}

/** The number of accounts opened on each UTC day (`2026-11-23`) since a time in ms, without deleted ones. */
export async function signUpsByDay({ postgres: { db } }: Platform, since: number): Promise<Map<string, number>> {
  return store.signUpsByDay(db, since)
}
