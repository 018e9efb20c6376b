import type { Platform } from '#src/platform/platform.ts'
import type { StaffActor } from '#src/staff/require-staff.ts'
import { addressesOfStaff } from '#src/staff/staff.ts'

/** As whom the command line begins an import. */
export const commandLine = 'cli'

/** What an import remembers of the one who began it: an account, or the command line. */
export function begunBy(actor: StaffActor): string {
  return actor.kind === 'staff' ? actor.accountId : commandLine
}

/** The addresses of those who began imports, by what the imports remember; the command line has its own name. */
export async function namesOfBeginners(
  ctx: Platform,
  begun: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const accounts = begun.flatMap((one) => (one === null || one === commandLine ? [] : one))
  const addresses = await addressesOfStaff(ctx.postgres.db, [...new Set(accounts)])
  return new Map<string | null, string>([...addresses, [commandLine, commandLine]])
}
