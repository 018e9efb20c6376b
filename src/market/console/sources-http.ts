import { orderSourcesRoute, readCoverageRoute, readSourcesRoute } from '#src/contract/operator/data/sources.ts'
import type { Api } from '#src/platform/http/api.ts'
import { readCoverageTable } from '../coverage/coverage.ts'
import { setSourceOrder } from '../sources/order.ts'
import { readSources } from '../sources/sources.ts'

export function mountSources(api: Api): void {
  api.handle(readSourcesRoute, (ctx, { actor }) => readSources(ctx, actor))
  api.handle(orderSourcesRoute, async (ctx, { actor, body }) => {
    await setSourceOrder(ctx, actor, body)
  })
  api.handle(readCoverageRoute, (ctx, { actor }) => readCoverageTable(ctx, actor))
}
