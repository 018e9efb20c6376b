import { chartLayoutsRoute, keepChartLayoutRoute, removeChartLayoutRoute } from '#src/contract/account/layouts.ts'
import type { Api } from '#src/platform/http/api.ts'
import { chartLayouts, keepChartLayout, removeChartLayout } from './layouts.ts'

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
