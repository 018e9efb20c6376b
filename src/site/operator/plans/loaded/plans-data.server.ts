import type { LoaderFunctionArgs } from 'react-router'
import type { Locale } from '#src/contract/locale.ts'
import type { WirePlans } from '#src/contract/operator/plans/editions.ts'
import { buildCatalogue } from '#src/plans/catalogue.ts'
import { marketName, planName } from '#src/plans/name.ts'
import type { Plan } from '#src/plans/plan.ts'
import { invoke } from '../../../page/invoke.server.ts'
import type { ConsoleCall } from '../../shell/console-page.server.ts'
import { viewIn } from './views.ts'

export async function plansData(args: LoaderFunctionArgs, { url, get, attempt, locale, ctx }: ConsoleCall) {
  const view = viewIn(url.searchParams)
  const plans = get(await invoke(args, 'GET /api/operator/plans', {}))
  const now = ctx.clock.now()
  switch (view) {
    case 'editions': {
      const reach = await attempt(invoke(args, 'GET /api/operator/plans/reach', {}))
      const markets = marketsOf(plans, locale)
      const market = chosenMarket(markets, url.searchParams.get('market'))
      return { view, now, plans, reach, markets, market, names: namesIn(plans, locale) }
    }
    case 'coupons': {
      const coupons = await attempt(invoke(args, 'GET /api/operator/coupons', {}))
      const uses = await attempt(invoke(args, 'GET /api/operator/coupons/uses', {}))
      return { view, now, coupons, uses, sold: sold(plans, locale) }
    }
    case 'deals': {
      const deals = await attempt(invoke(args, 'GET /api/operator/plans/deals', {}))
      return { view, now, deals, grantable: grantable(plans, locale) }
    }
  }
}

export type PlansData = Awaited<ReturnType<typeof plansData>>
export type DataOf<V extends PlansData['view']> = Extract<PlansData, { view: V }>

/** A market with its plans, lowest tier first, and the number of differences in the draft. */
type Market = { id: string; name: string; plans: { id: string; tier: Plan['tier'] }[]; differences: number }

function marketsOf({ published, draft, differences }: WirePlans, locale: Locale): Market[] {
  const editions = [published, ...(draft ? [draft] : [])]
  const markets = new Map<string, Market>()
  for (const { number, document } of editions)
    for (const { id, market, tier } of buildCatalogue([{ number, document }], number).plans) {
      const known = markets.get(market) ?? { id: market, name: marketName(market, locale), plans: [], differences: 0 }
      if (!known.plans.some((plan) => plan.id === id)) known.plans.push({ id, tier })
      markets.set(market, known)
    }
  for (const market of markets.values())
    market.differences = differences.filter(({ plan }) => market.plans.some(({ id }) => id === plan)).length
  return [...markets.values()]
}

/** The market in the address. Without it: the first market that the draft changes, or else the first market. */
function chosenMarket(markets: readonly Market[], named: string | null): Market | null {
  return (
    markets.find(({ id }) => id === named) ?? markets.find(({ differences }) => differences > 0) ?? markets[0] ?? null
  )
}

/** The names of all plans of the draft, or of the published edition. */
function namesIn({ published, draft }: WirePlans, locale: Locale): Record<string, string> {
  const { number, document } = draft ?? published
  const { plans } = buildCatalogue([{ number, document }], number)
  return Object.fromEntries(plans.map((plan) => [plan.id, planName(plan, locale)]))
}

export type SoldPlan = {
  id: string
  name: string
  market: string
  tier: Plan['tier']
  price: string | null
  newcomerDiscount: number
}

/** The plans to which a coupon can apply, each with the price of a month. */
function sold({ published: { number, document } }: WirePlans, locale: Locale): SoldPlan[] {
  const prices = new Map(document.plans.map(({ id, price }) => [id, price]))
  return buildCatalogue([{ number, document }], number)
    .plans.filter(({ id, tier }) => tier !== 'free' && prices.get(id) != null)
    .map((plan) => ({
      ...{ id: plan.id, name: planName(plan, locale), market: marketName(plan.market, locale), tier: plan.tier },
      ...{ price: prices.get(plan.id) ?? null, newcomerDiscount: document.newcomerDiscount },
    }))
}

function grantable({ published: { number, document } }: WirePlans, locale: Locale): { id: string; name: string }[] {
  return buildCatalogue([{ number, document }], number)
    .plans.filter(({ tier }) => tier !== 'free')
    .map((plan) => ({ id: plan.id, name: planName(plan, locale) }))
}
