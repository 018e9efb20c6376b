import {
  type ChartLayout,
  chartLayoutsMax,
  chartLayoutsRoute,
  keepChartLayoutRoute,
  removeChartLayoutRoute,
} from '#src/contract/account/layouts.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Api } from '#src/platform/http/api.ts'
import type { Platform } from '#src/platform/platform.ts'
import { lockAccount } from './account/store.ts'
import * as store from './chart-layout-store.ts'
import type { AccountActor } from './sessions/sessions.ts'

/** The chart layouts of the signed-in account, in its order. */
export async function chartLayouts(ctx: Platform, actor: AccountActor): Promise<ChartLayout[]> {
  return store.layoutsOf(ctx.postgres.db, actor.accountId)
}

/** Keeps a layout in place of the one with its name; one too many is refused. */
export async function keepChartLayout(ctx: Platform, actor: AccountActor, layout: ChartLayout): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    if (!(await lockAccount(tx, actor.accountId))) throw refuse('not_signed_in')
    const names = await store.layoutNames(tx, actor.accountId)
    if (names.length >= chartLayoutsMax && !names.includes(layout.name)) throw refuse('conflict')
    await store.keepLayout(tx, actor.accountId, layout, ctx.clock.now())
    await ctx.postgres.audit(tx, actor, 'account.chart_layout', actor.accountId, { name: layout.name })
  })
}

export async function removeChartLayout(ctx: Platform, actor: AccountActor, name: string): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    await store.removeLayout(tx, actor.accountId, name)
    await ctx.postgres.audit(tx, actor, 'account.chart_layout_removed', actor.accountId, { name })
  })
}

/** For "my data". */
export async function exportChartLayouts(ctx: Platform, accountId: string): Promise<unknown> {
  return store.layoutsOf(ctx.postgres.db, accountId)
}

export function mountChartLayouts(api: Api): void {
  api.handle(chartLayoutsRoute, async (ctx, { actor }) => ({ layouts: await chartLayouts(ctx, actor) }))
  api.handle(keepChartLayoutRoute, async (ctx, { actor, body }) => {
    await keepChartLayout(ctx, actor, body)
    return {}
  })
  api.handle(removeChartLayoutRoute, async (ctx, { actor, body }) => {
    await removeChartLayout(ctx, actor, body.name)
    return {}
  })
}
