import type { LoaderFunctionArgs } from 'react-router'
import { leadingInstruments } from '#src/market/instruments/instruments.ts'
import { localeContext, platformContext, quotesContext, shareContext } from '../../page/context.ts'
import { figureOf } from '../../showcase/figures.server.ts'
import { products } from '../../showcase/showcase.ts'
import type { LiveFigures } from './live-figures.ts'
import { rowsShown } from './product-data.server.ts'

const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=1' }

/** The newest figures of a product page's rows, for its readers' browsers: from the tape, without a question to a store. */
export async function liveRows({ context, params }: LoaderFunctionArgs) {
  const product = products.find(({ name }) => name === params.name)
  if (!product) return new Response('null', { status: 404, headers })
  const [ctx, share] = [context.get(platformContext), context.get(shareContext)]
  const call = { ctx, locale: context.get(localeContext), quotes: context.get(quotesContext) }
  const leading = await share(`leading ${product.class}`, () => leadingInstruments(ctx, product.class, rowsShown))
  const figures: LiveFigures = leading.flatMap((one) => {
    const figure = figureOf(call, one, [])
    return figure ? [{ code: one.code, exchange: one.exchange, ...figure }] : []
  })
  return new Response(JSON.stringify(figures), { headers })
}
