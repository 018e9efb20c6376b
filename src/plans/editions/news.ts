import type { Platform, Tx } from '#src/platform/platform.ts'

const channel = 'plans'

/** Tells every process, as `tx` commits, that plans or what is planned for them changed. */
export async function tellPlanNews(ctx: Platform, tx: Tx): Promise<void> {
  await ctx.postgres.notify(tx, channel, {})
}

/** Calls `handler` for each change of the plans, and when some may have been missed. */
export async function listenForPlanNews(ctx: Platform, handler: () => void): Promise<AsyncDisposable> {
  return ctx.postgres.listen(channel, handler, handler)
}
