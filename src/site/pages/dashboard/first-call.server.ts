import type { ApiKey } from '#src/contract/account/keys.ts'
import { leadingInstruments } from '#src/market/instruments/instruments.ts'
import { coverageOf, type MarketId } from '#src/plans/market.ts'
import { exampleOf } from '../../content/calls/call-reference.server.ts'
import type { PageCall } from '../../page/page.server.ts'
import { demoInstrument, products } from '../../showcase/showcase.ts'

/** `recorded`: a recorded response of the sandbox to a request of this kind (for another instrument). */
export type FirstCall = { path: string; query: Record<string, string>; recorded: string }

/** A request that the key's plan covers: daily bars of the best-known covered instrument, or of a demo instrument. */
export async function firstCallOf(call: PageCall, { market }: Pick<ApiKey, 'market'>): Promise<FirstCall> {
  const [covered] = coverageOf(market as MarketId)
  const name = covered?.class ?? 'stock'
  const known = covered?.regions === 'all' ? null : await leadingOf(call, name, covered?.regions ?? [])
  const { region, code } = known ?? demoInstrument(products.find((one) => one.class === name)?.code ?? 'AAPL')
  const path = `/${name}/kline`
  return {
    path,
    query: { region, code, interval: '1d', limit: '5' },
    recorded: exampleOf({ name: 'kline', path }).answer,
  }
}

function leadingOf(
  { ctx, share }: PageCall,
  name: Parameters<typeof leadingInstruments>[1],
  regions: readonly string[],
) {
  return share(`leading ${name} ${regions}`, async () => {
    const [first] = await leadingInstruments(ctx, name, 1, regions)
    return first ?? null
  }).catch((cause: unknown) => {
    ctx.log.error('the instrument of a sample request could not be read', { cause })
    return null
  })
}
