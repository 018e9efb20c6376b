import { clickRoute, contactRoute, versionRoute } from '#src/contract/account/support.ts'
import { refuse } from '#src/contract/errors.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Api } from '#src/platform/http/api.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { ClickRecorder } from './clicks/click-recorder.ts'
import { mountTickets } from './ticket-http.ts'
import { openTicket, throttleTickets } from './tickets.ts'

const clicksPerMinute = { limit: 120, windowMs: minuteMs }

export type SupportDependencies = {
  version: string
  clicks: ClickRecorder
  requireBotCheck: (ctx: Platform, verification: string | undefined) => Promise<void>
}

export function mountSupport(api: Api, { version, clicks, requireBotCheck }: SupportDependencies): void {
  api.handle(contactRoute, async (ctx, { actor, body, locale, client }) => {
    await throttleTickets(ctx, client.address)
    await requireBotCheck(ctx, body.verification)
    const { verification: _, ...written } = body
    return openTicket(ctx, { ...written, locale, network: client.address, actor })
  })

  mountTickets(api)

  api.handle(versionRoute, async () => ({ version }))

  api.handle(clickRoute, async (ctx, { body, client }) => {
    const allowance = await ctx.limiter.take(`support:clicks:${client.address}`, clicksPerMinute)
    if (!allowance.allowed) throw refuse('too_often', { retryAfter: Math.ceil(allowance.resetMs / 1000) })
    clicks.record(body)
  })
}
