import type { Platform, Tx } from '#src/platform/platform.ts'

const channel = 'plans'

/** Notifies every process, once `tx` commits, that the plans or their schedule changed. */
export async function notifyPlanChange(ctx: Platform, tx: Tx): Promise<void> {
  await ctx.postgres.notify(tx, channel, {})
}

/** Calls `handler` for each change of the plans, and also when changes may have been missed. */
export async function listenForPlanChanges(ctx: Platform, handler: () => void): Promise<AsyncDisposable> {
  return ctx.postgres.listen(channel, handler, handler)
}
