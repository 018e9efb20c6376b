import { networkSettings } from '#src/billing/settings.ts'
import { startPayments as startWatching } from '#src/billing/start-payments.ts'
import type { RoleContext, RunningRole } from './role.ts'

/** The watcher of the chains, and with it everything that settles orders. */
export async function startPayments({ ctx, secrets }: RoleContext): Promise<RunningRole> {
  return startWatching(ctx, (code) => secrets.of(networkSettings[code]))
}
