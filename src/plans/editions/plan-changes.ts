import type { Platform, Tx } from '#src/platform/platform.ts'

export const plansChannel = 'plans'

/** Notifies every process, once `tx` commits, that the plans or their schedule changed. */
export async function notifyPlanChange(ctx: Platform, tx: Tx): Promise<void> {
  await ctx.postgres.notify(tx, plansChannel, {})
}
