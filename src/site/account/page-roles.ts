import { developers, ownerOnly, payers, type TeamRole } from '#src/contract/team/team-role.ts'
import type { Messages } from '#src/locales/messages.ts'

export type AccountPageName = Exclude<keyof Messages['account']['nav'], 'label'>

/** The team roles that see a page of the account. Every role sees the other pages. */
export const pageRoles: Readonly<Partial<Record<AccountPageName, readonly TeamRole[]>>> = {
  alerts: developers,
  orders: payers,
  billing: payers,
  activity: ownerOnly,
}
