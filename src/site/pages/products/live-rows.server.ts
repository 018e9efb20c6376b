import type { AssetClass } from '#src/contract/market.ts'
import { leadingInstruments } from '#src/market/instruments/instruments.ts'
import { localeContext, platformContext, quotesContext, shareContext, type TextCall } from '../../context/context.ts'
import { knownOf, none } from '../../reads/read.ts'
import { figureOf } from '../../showcase/figures.server.ts'
import type { LiveFigures } from './live-figures.ts'
import { rowsShown } from './product-data.server.ts'

const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=1' }

/**
 * The newest figures of a product page's rows, for browsers. The figures come from the tape, so each call queries a
 * store at most for the list of the rows' instruments.
 */
export async function liveRows({ context }: TextCall, of: AssetClass): Promise<Response> {
  const [ctx, share] = [context.get(platformContext), context.get(shareContext)]
  const call = { ctx, locale: context.get(localeContext), quotes: context.get(quotesContext) }
  const leading = await share(`leading ${of}`, () => leadingInstruments(ctx, of, rowsShown))
  const figures: LiveFigures = leading.flatMap((one) => {
    const figure = knownOf(figureOf(call, one, none))
    return figure ? [{ code: one.code, exchange: one.exchange, ...figure }] : []
  })
  return new Response(JSON.stringify(figures), { headers })
}
