import { z } from 'zod'
import { locales } from '#src/contract/locale.ts'
import { defineRoute } from '#src/contract/route.ts'
import type { Api } from '#src/platform/http/api.ts'
import { requestTrick } from './sandbox-network.ts'
import { payFromWallet } from './wallet.ts'
import { walletPage } from './wallet-page.ts'

const amount = z.union([z.string().max(90), z.number().nonnegative().transform(String)])

const payRoute = defineRoute({
  method: 'POST',
  path: '/dev/wallet/pay',
  summary: 'Send test money on the sandbox chain',
  auth: 'none',
  body: z.strictObject({ network: z.string().max(12), address: z.string().max(100), amount }),
  data: z.unknown(),
  errors: ['invalid_parameter'],
  streamed: true,
})

const trickRoute = defineRoute({
  method: 'POST',
  path: '/dev/wallet/trick',
  summary: 'Make the sandbox chain reorganise, or its node lie, for 20 seconds',
  auth: 'none',
  body: z.strictObject({
    network: z.string().max(12),
    trick: z.enum(['reorganise', 'reorganise_and_drop', 'silent', 'unreachable', 'honest']),
  }),
  data: z.unknown(),
  errors: [],
})

const pageRoute = defineRoute({
  method: 'GET',
  path: '/dev/wallet',
  summary: 'The test wallet of the sandbox chain',
  auth: 'none',
  query: z.object({
    lang: z.enum(locales).optional(),
    network: z.string().max(12).optional(),
    address: z.string().max(100).optional(),
    amount: z.string().max(90).optional(),
  }),
  data: z.unknown(),
  errors: [],
  streamed: true,
})

export function mountWallet(api: Api): void {
  api.handle(payRoute, async (ctx, { body }) => Response.json(await payFromWallet(ctx, body)))
  api.handle(trickRoute, (ctx, { body }) => ctx.postgres.transaction((tx) => requestTrick(ctx, tx, body)))
  api.handle(pageRoute, async (ctx, { query, locale }) => walletPage(ctx, query, query.lang ?? locale))
}
