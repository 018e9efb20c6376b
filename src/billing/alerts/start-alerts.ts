import type { Platform } from '#src/platform/platform.ts'
import type { AlertWebhook } from '#src/platform/settings.ts'
import { raiseAlerts, watchForSilence } from './alerts.ts'
import { measurePayments } from './payment-metrics.ts'
import { deliverAlerts } from './webhook.ts'

const roundMs = 10_000

/** Tells the operator about incidents, round by round. Any number of processes may: each alert is told by one. */
export function startAlerts(ctx: Platform, webhook: AlertWebhook | null): AsyncDisposable {
  const abort = new AbortController()
  const began = ctx.clock.now()
  const run = async () => {
    while (!abort.signal.aborted) {
      await round(ctx, webhook, began).catch((cause: unknown) => {
        ctx.log.warn('alerts about payments could not be raised; tried again soon', { cause })
      })
      await ctx.clock.sleep(roundMs, abort.signal).catch(() => {})
    }
  }
  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      abort.abort()
      await running
    },
  }
}

async function round(ctx: Platform, webhook: AlertWebhook | null, began: number): Promise<void> {
  await watchForSilence(ctx, began)
  await raiseAlerts(ctx)
  await measurePayments(ctx)
  if (webhook) await deliverAlerts(ctx, webhook)
}
