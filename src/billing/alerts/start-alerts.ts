import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { networkHealth, unreadNetworks } from '../networks/network-health.ts'
import { raiseAlerts, watchForSilence } from './alerts.ts'
import { measurePayments } from './payment-metrics.ts'
import { type AlertWebhook, deliverAlerts } from './webhook.ts'

const rounds = { everyMs: 15_000, failed: 'alerts about payments could not be raised or sent; tried again soon' }

/** Several processes may run this, because they share the alerts. `report` receives a line for each unread network. */
export function startAlerts(
  ctx: Platform,
  webhook: AlertWebhook | null,
  report: (unread: readonly string[]) => void = () => {},
): AsyncDisposable {
  const began = ctx.clock.now()
  const raise = async () => {
    const health = await networkHealth(ctx)
    report(unreadNetworks(health))
    await watchForSilence(ctx, began, health)
    await raiseAlerts(ctx)
    await measurePayments(ctx)
  }
  const deliver = async (signal: AbortSignal) => {
    while (webhook && !signal.aborted && (await deliverAlerts(ctx, webhook, signal)) > 0);
  }
  const stack = new AsyncDisposableStack()
  stack.use(every(ctx, rounds, raise))
  stack.use(every(ctx, rounds, deliver))
  return stack
}
