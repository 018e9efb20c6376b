import {
  closeSocketRoute,
  openSocketsRoute,
  usageErrorsRoute,
  usageExportRoute,
  usageMinuteRoute,
  usageMomentRoute,
  usageRoute,
} from '#src/contract/account/usage.ts'
import { errorCatalogue, isRefusal } from '#src/contract/errors.ts'
import type { Api } from '#src/platform/http/api.ts'
import { fileResponse } from '#src/platform/http/streams/stream-lines.ts'
import { UsageReading } from './reading.ts'
import { usage, usageCsv, usageErrors, usageMinute } from './report.ts'
import { closeSocket, openSockets } from './sockets.ts'

export function mountUsage(api: Api): void {
  api.handle(usageRoute, (ctx, { actor, query }) => usage(ctx, actor, query))
  api.handle(usageMinuteRoute, (ctx, { actor }) => usageMinute(ctx, actor))
  api.handle(usageErrorsRoute, (ctx, { actor, query, locale }) => usageErrors(ctx, actor, query, locale))
  api.handle(usageMomentRoute, async (ctx, { actor, query, locale }) => {
    const { key } = query
    const reading = new UsageReading(ctx, actor.accountId)
    const [report, minutes, errors, sockets] = await Promise.all([
      readable(usage(ctx, actor, query, reading)),
      readable(usageMinute(ctx, actor, reading)),
      readable(usageErrors(ctx, actor, { ...query, limit: '20' }, locale, reading)),
      readable(openSockets(ctx, actor, { key }, reading.keys())),
    ])
    return { report, minutes, errors, sockets }
  })
  api.handle(usageExportRoute, async (ctx, { actor, query }) => {
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return fileResponse(await usageCsv(ctx, actor, query), { name: `usage-${day}.csv`, type: 'text/csv' })
  })
  api.handle(openSocketsRoute, (ctx, { actor, query }) => openSockets(ctx, actor, query))
  api.handle(closeSocketRoute, (ctx, { actor, params }) => closeSocket(ctx, actor, params.id))
}

/** Returns null while a store does not answer. */
async function readable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (isRefusal(error) && errorCatalogue[error.error].status >= 500) return null
    throw error
  }
}
