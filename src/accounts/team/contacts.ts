import { payers } from '#src/contract/team/team-role.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import { accountById } from '../account/store.ts'
import type { Contact } from '../sessions/profile.ts'
import { type Colleague, colleaguesOf, othersWithRole } from './member-store.ts'

export async function contactsForBills(db: Db | Tx, accountId: string): Promise<Contact[]> {
  const ids = [accountId, ...(await othersWithRole(db, accountId, payers))]
  const contacts: Contact[] = []
  for (const id of ids) {
    const account = await accountById(db, id)
    if (account) contacts.push(account)
  }
  return contacts
}

/** The people of an account with their roles, its holder first; empty for an account without a team. */
export async function teamOf(db: Db, accountId: string): Promise<Colleague[]> {
  const team = await colleaguesOf(db, accountId)
  return team.toSorted((one, other) => Number(other.id === accountId) - Number(one.id === accountId))
}
