import { type ChartLayout, chartLayoutsRoute, keepChartLayoutsRoute } from '#src/contract/chart-layouts.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Api } from '#src/platform/http.ts'
import type { Platform } from '#src/platform/platform.ts'
import * as store from './chart-layout-store.ts'
import type { AccountActor } from './sessions.ts'
import { lockAccount } from './store.ts'

/** The chart layouts of the signed-in account, in its order. */
export async function chartLayouts(ctx: Platform, actor: AccountActor): Promise<ChartLayout[]> {
  return store.layoutsOf(ctx.postgres.db, actor.accountId)
}

/** Replaces all layouts of the account; two of one name are refused. */
export async function keepChartLayouts(
  ctx: Platform,
  actor: AccountActor,
  layouts: readonly ChartLayout[],
): Promise<ChartLayout[]> {
  const names = layouts.map(({ name }) => name)
  if (new Set(names).size < names.length) throw refuse('invalid_parameter', { param: 'layouts' })
  return ctx.postgres.transaction(async (tx) => {
    if (!(await lockAccount(tx, actor.accountId))) throw refuse('not_signed_in')
    await store.replaceLayouts(tx, actor.accountId, layouts, ctx.clock.now())
    await ctx.postgres.audit(tx, actor, 'account.chart_layouts', actor.accountId, { names })
    return store.layoutsOf(tx, actor.accountId)
  })
}

/** For "my data". */
export async function exportChartLayouts(ctx: Platform, accountId: string): Promise<unknown> {
  return store.layoutsOf(ctx.postgres.db, accountId)
}

export function mountChartLayouts(api: Api): void {
  api.handle(chartLayoutsRoute, async (ctx, { actor }) => ({ layouts: await chartLayouts(ctx, actor) }))
  api.handle(keepChartLayoutsRoute, async (ctx, { actor, body }) => ({
    layouts: await keepChartLayouts(ctx, actor, body.layouts),
  }))
}
