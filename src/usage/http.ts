import {
  closeSocketRoute,
  openSocketsRoute,
  usageErrorsRoute,
  usageExportRoute,
  usageMinuteRoute,
  usageRoute,
} from '#src/contract/account/usage.ts'
import type { Api } from '#src/platform/http/api.ts'
import { fileResponse } from '#src/platform/http/streams/stream-lines.ts'
import { usage, usageCsv, usageErrors, usageMinute } from './report.ts'
import { closeSocket, openSockets } from './sockets.ts'

export function mountUsage(api: Api): void {
  api.handle(usageRoute, (ctx, { actor, query }) => usage(ctx, actor, query))
  api.handle(usageMinuteRoute, (ctx, { actor }) => usageMinute(ctx, actor))
  api.handle(usageErrorsRoute, (ctx, { actor, query, locale }) => usageErrors(ctx, actor, query, locale))
  api.handle(usageExportRoute, async (ctx, { actor, query }) => {
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return fileResponse(await usageCsv(ctx, actor, query), { name: `usage-${day}.csv`, type: 'text/csv' })
  })
  api.handle(openSocketsRoute, (ctx, { actor, query }) => openSockets(ctx, actor, query))
  api.handle(closeSocketRoute, (ctx, { actor, params }) => closeSocket(ctx, actor, params.id))
}
