import type { Platform } from '#src/platform/platform.ts'
import type { StaffActor } from '#src/staff/require-staff.ts'
import { addressesOfStaff } from '#src/staff/staff.ts'

/** The name that an import from the command line stores. */
export const commandLine = 'cli'

/** The name that an import stores for its actor: the account id, or the name of the command line. */
export function begunBy(actor: StaffActor): string {
  return actor.kind === 'staff' ? actor.accountId : commandLine
}

/** Names to show, by the stored name: the mail address of the person who started an import, or `cli`. */
export async function namesOfBeginners(
  ctx: Platform,
  begun: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const accounts = begun.flatMap((one) => (one === null || one === commandLine ? [] : one))
  const addresses = await addressesOfStaff(ctx.postgres.db, [...new Set(accounts)])
  return new Map<string | null, string>([...addresses, [commandLine, commandLine]])
}
