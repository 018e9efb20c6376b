import { chartLayoutsRoute, keepChartLayoutRoute, removeChartLayoutRoute } from '#src/contract/account/layouts.ts'
import type { Api } from '#src/platform/http/api.ts'
import { chartLayouts, keepChartLayout, removeChartLayout } from './layouts.ts'

export function mountChartLayouts(api: Api): void {
  api.handle(chartLayoutsRoute, async (ctx, { actor }) => ({ layouts: await chartLayouts(ctx, actor) }))
  api.handle(keepChartLayoutRoute, (ctx, { actor, body }) => keepChartLayout(ctx, actor, body))
  api.handle(removeChartLayoutRoute, (ctx, { actor, body }) => removeChartLayout(ctx, actor, body.name))
}
