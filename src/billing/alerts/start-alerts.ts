import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { networkHealth, unreadNetworks } from '../networks/network-health.ts'
import { raiseAlerts, watchForSilence } from './alerts.ts'
import { measurePayments } from './payment-metrics.ts'
import { someRecover, watchProcesses } from './process-alerts.ts'
import { type AlertWebhook, deliverAlerts } from './webhook.ts'

const rounds = { everyMs: 15_000, failed: 'alerts could not be raised or sent; tried again soon' }

export type AlertOptions = {
  webhook: AlertWebhook | null
  /** The machine and the folder of this start if other starts may use the database, too; otherwise null. */
  place: string | null
  /** Receives a line for each unread network. Null: this process watches no payments. */
  report: ((unread: readonly string[]) => void) | null
}

/**
 * Several processes may run this, because they share the alerts. A process that watches no payments raises and sends
 * alerts only until the processes of its start have recovered: the process that watches payments may have ended.
 */
export function startAlerts(ctx: Platform, { webhook, place, report }: AlertOptions): AsyncDisposable {
  const began = ctx.clock.now()
  let isSettled = false
  const raise = async () => {
    if (!report && isSettled && !someRecover(ctx)) return
    isSettled = await watchProcesses(ctx, place)
    if (report) await watchPayments(report)
    await raiseAlerts(ctx)
  }
  const watchPayments = async (report: (unread: readonly string[]) => void) => {
    const health = await networkHealth(ctx)
    report(unreadNetworks(health))
    await watchForSilence(ctx, began, health)
    await measurePayments(ctx)
  }
  const deliver = async (signal: AbortSignal) => {
    if (!report && isSettled && !someRecover(ctx)) return
    while (webhook && !signal.aborted && (await deliverAlerts(ctx, webhook, signal)) > 0);
  }
  const stack = new AsyncDisposableStack()
  stack.use(every(ctx, rounds, raise))
  stack.use(every(ctx, rounds, deliver))
  return stack
}
