import { lockOwnAccount } from '#src/accounts/account/own-account.ts'
import { type ChartLayout, chartLayoutsMax } from '#src/contract/account/layouts.ts'
import { refuse } from '#src/contract/errors.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import * as store from './store.ts'

export async function chartLayouts(ctx: Platform, actor: AccountActor): Promise<ChartLayout[]> {
  return store.layoutsOf(ctx.postgres.db, actor.accountId)
}

export async function keepChartLayout(ctx: Platform, actor: AccountActor, layout: ChartLayout): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    await lockOwnAccount(tx, actor)
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

export async function exportChartLayouts(ctx: Platform, accountId: string): Promise<unknown> {
  return store.layoutsOf(ctx.postgres.db, accountId)
}
