import type { Platform } from '#src/platform/platform.ts'
import type { AlertWebhook } from '#src/platform/settings.ts'
import { unreadNetworks } from '../networks/network-standing.ts'
import { raiseAlerts, watchForSilence } from './alerts.ts'
import { measurePayments } from './payment-metrics.ts'
import { deliverAlerts } from './webhook.ts'

const roundMs = 10_000

/**
 * Tells the operator about incidents, round by round. Any number of processes may: each alert is told by one. `report` hears
 * which networks are not read, for the health of this process.
 */
export function startAlerts(
  ctx: Platform,
  webhook: AlertWebhook | null,
  report: (unread: readonly string[]) => void = () => {},
): AsyncDisposable {
  const abort = new AbortController()
  const began = ctx.clock.now()
  const tell = async () => {
    report(await unreadNetworks(ctx))
    await watchForSilence(ctx, began)
    await raiseAlerts(ctx)
    await measurePayments(ctx)
  }
  const deliver = async () => {
    while (webhook && !abort.signal.aborted && (await deliverAlerts(ctx, webhook, abort.signal)) > 0);
  }
  // Apart, because a slow receiver must not delay the mails.
  const running = [tell, deliver].map((work) => everyRound(ctx, abort.signal, work))
  return {
    async [Symbol.asyncDispose]() {
      abort.abort()
      await Promise.all(running)
    },
  }
}

async function everyRound(ctx: Platform, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work().catch((cause: unknown) => {
      ctx.log.warn('alerts about payments could not be raised or sent; tried again soon', { cause })
    })
    await ctx.clock.sleep(roundMs, signal).catch(() => {})
  }
}
