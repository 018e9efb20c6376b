import { networkSettings } from '#src/billing/settings.ts'
import { startPayments as startWatching } from '#src/billing/start-payments.ts'
import type { RoleContext, RunningRole } from './role.ts'

export async function startPayments({ ctx, secrets }: RoleContext): Promise<RunningRole> {
  return startWatching(ctx, (code) => secrets.of(networkSettings(code)))
}
