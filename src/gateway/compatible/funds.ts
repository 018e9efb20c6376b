import type { IncomingMessage } from 'node:http'
import { verifyKey } from '#src/keys/check/verify.ts'
import { clientAddress } from '#src/platform/http/client-address.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { RestServer } from '../rest/server.ts'
import type { Ticker } from './vendor/route.ts'

/** The country of tickers that name no country. */
const region = 'US'

type Caller = { ctx: Platform; rest: RestServer; incoming: IncomingMessage; secret: () => string }

/**
 * A ticker without a prefix is a share or a fund. Sets the class of funds. Looks up tickers only for callers with a
 * valid key, because other callers are refused.
 */
export async function settleFunds({ ctx, rest, incoming, secret }: Caller, tickers: readonly Ticker[]): Promise<void> {
  const shares = tickers.filter(({ class: name, code }) => name === 'stock' && code !== '')
  if (shares.length === 0) return
  const address = clientAddress(incoming, ctx.settings.trustedProxies)
  if ((await verifyKey(ctx, secret(), address)).kind === 'refused') return
  const others = await without(rest, 'stock', shares)
  const unknown = await without(rest, 'fund', others)
  for (const ticker of others) if (!unknown.includes(ticker)) ticker.class = 'fund'
}

/** The tickers without an instrument of the class. */
async function without(rest: RestServer, assetClass: 'stock' | 'fund', tickers: readonly Ticker[]): Promise<Ticker[]> {
  const codes = tickers.map(({ code }) => code)
  await rest.learn(assetClass, codes, region)
  const found = await Promise.all(codes.map((code) => rest.find(assetClass, code, region)))
  return tickers.filter((_, index) => !found[index])
}
