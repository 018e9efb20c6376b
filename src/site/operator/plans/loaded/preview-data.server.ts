import type { LoaderFunctionArgs } from 'react-router'
import { buildCatalogue } from '#src/plans/catalogue.ts'
import { invoke } from '../../../page/invoke.server.ts'
import { integratedPlans, pricedMarkets, terms } from '../../../pages/pricing/priced-plans.server.ts'
import { pricingParts } from '../../../pages/pricing/static-parts.server.tsx'
import type { ConsoleCall } from '../../shell/console-page.server.ts'

/** The data of the pricing page, built from the draft, or from the published edition if there is no draft. */
export async function previewData(args: LoaderFunctionArgs, { ctx, locale, get, part }: ConsoleCall) {
  const { draft, published } = get(await invoke(args, 'GET /api/operator/plans', {}))
  const { number, document } = draft ?? published
  const catalogue = buildCatalogue([{ number, document }], number)
  const markets = pricedMarkets(ctx, locale, catalogue)
  const sold = terms(ctx, catalogue)
  return {
    number,
    isDraft: draft !== null,
    markets,
    compared: integratedPlans(markets),
    parts: pricingParts({ part, ctx, locale }, sold),
    terms: sold,
  }
}
