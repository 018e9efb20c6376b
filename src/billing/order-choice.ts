import { createHash } from 'node:crypto'
import type { Quote } from '#src/contract/account/billing.ts'
import type { ChoiceQuery, OrderChoice } from '#src/contract/account/order-choice.ts'
import { isRefusal, refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { formatMicro, parseMicro } from '#src/contract/money.ts'
import { couponMax } from '#src/contract/sales/coupon.ts'
import { subscriptionsOfAccount } from '#src/keys/integrated-key.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import { type Catalogue, catalogueOf } from '#src/plans/catalogue.ts'
import { type MarketId, marketIds, planTypeOf } from '#src/plans/market.ts'
import { marketPlace } from '#src/plans/name.ts'
import { isSold, type Period, type Plan, periods } from '#src/plans/plan.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { minutesToFinal, type Network, type NetworkCode, networksOf } from './chains/network.ts'
import { balanceOf } from './order/ledger-store.ts'
import { hasCompletedOrder, newestOrderNo } from './order/order-store.ts'
import { makeDeal, presentQuote } from './order/quote.ts'
import { chooseTarget, type KeyFacts } from './order/target.ts'
import { reachableNetworks } from './orders.ts'
import { knownCodes } from './settings.ts'

type RequestedOrder = {
  planId: string
  market: MarketId
  period: Period
  network: NetworkCode
  keyId: string | null
  coupon: string
}

export async function presentChoice(
  ctx: Platform,
  { accountId }: AccountActor,
  query: ChoiceQuery,
  locale: Locale,
): Promise<OrderChoice> {
  const catalogue = catalogueOf(ctx)
  const { plans, planById } = catalogue
  const terms = (plans.find(isSold) ?? planById('integrated-free'))?.periods
  const keys = await subscriptionsOfAccount(ctx, accountId)
  if (query.key && !keys.some(({ id }) => id === query.key)) throw refuse('not_found', { param: 'key' })
  const requested = requestedOrder(ctx, query, keys)
  const healthy = await reachableNetworks(ctx)
  const inMarket = keys.filter((key) => key.market === requested.market)
  const { quote, refused, couponRefused } = await priced(ctx, accountId, requested, locale)
  const keptPeriod = quote?.kind === 'upgrade' ? quote.period : null
  return {
    asked: { ...requested, period: keptPeriod ?? requested.period },
    keptPeriod,
    markets: marketIds
      .filter((id) => plans.some((plan) => plan.market === id && isSold(plan)))
      .map((id) => ({ id, name: marketPlace(id, locale), type: planTypeOf(id) })),
    plans: plans
      .filter((plan) => plan.market === requested.market && isSold(plan))
      .map((plan) => ({
        id: plan.id,
        tier: plan.tier,
        price: formatMicro(plan.price ?? 0n),
        limits: plan.limits,
        current: inMarket.some(
          (key) =>
            key.planId === plan.id && key.expiresAt > ctx.clock.now() && [null, key.id].includes(requested.keyId),
        ),
        closed: closedTo(catalogue, plan, keys, requested.keyId, ctx.clock.now(), locale),
      })),
    keys:
      requested.market === 'integrated'
        ? []
        : inMarket.map((key) => ({ id: key.id, label: `${key.aliasName || `${key.head}***${key.tail}`}` })),
    periods: (keptPeriod ? [keptPeriod] : periods).map((period) => ({ period, saving: terms?.[period].saving ?? 0 })),
    networks: networksOf(ctx.settings).map((network) => ({
      code: network.code,
      chainName: network.chainName,
      minutes: minutesToFinal(network),
      healthy: healthy.has(network.code),
      minOrder: network.minOrder > 0n ? formatMicro(network.minOrder) : null,
      tooSmall: tooSmall(network, quote, locale),
    })),
    credit: formatMicro(await balanceOf(ctx.postgres.db, accountId)),
    newcomer: !(await hasCompletedOrder(ctx.postgres.db, accountId)),
    quote,
    refused,
    couponRefused,
    idempotencyKey: formKey(
      { ...requested, period: keptPeriod ?? requested.period, coupon: quote?.coupon?.code ?? '' },
      await newestOrderNo(ctx.postgres.db, accountId),
    ),
  }
}

/**
 * The idempotency key of the form. Forms with the same choice have the same key until the account orders, so two tabs
 * make one order.
 */
function formKey({ planId, period, network, keyId, coupon }: RequestedOrder, newest: string | null): string {
  const text = JSON.stringify([newest, planId, period, network, keyId, coupon])
  return `form-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
}

/** Why an order of this plan would be refused with every period and coupon; null: there is no such reason. */
function closedTo(
  catalogue: Catalogue,
  plan: Plan,
  keys: readonly KeyFacts[],
  keyId: string | null,
  now: number,
  locale: Locale,
): string | null {
  const target = chooseTarget(catalogue, plan, keys, keyId, now)
  return 'problem' in target ? errorMessage(locale, target.problem) : null
}

function tooSmall({ code, minOrder }: Network, quote: Quote | null, locale: Locale): string | null {
  const payable = parseMicro(quote?.payable ?? '') ?? 0n
  if (payable === 0n || payable >= minOrder) return null
  const values = { network: code, minimum: formatMicro(minOrder) }
  return errorMessage(locale, 'order_below_minimum', { values })
}

/** `refused`: why there is no price. `byContact`: whether customer service can make a price. */
type Priced = { quote: Quote | null; refused: { message: string; byContact: boolean } | null }

/** The price with the coupon if it applies, otherwise the price without it. */
async function priced(
  ctx: Platform,
  accountId: string,
  requested: RequestedOrder,
  locale: Locale,
): Promise<Priced & { couponRefused: string | null }> {
  const plain = await attempt(ctx, accountId, { ...requested, coupon: '' }, locale)
  if (requested.coupon === '' || plain.refused) return { ...plain, couponRefused: null }
  const cheaper = await attempt(ctx, accountId, requested, locale)
  return cheaper.refused ? { ...plain, couponRefused: cheaper.refused.message } : { ...cheaper, couponRefused: null }
}

async function attempt(ctx: Platform, accountId: string, requested: RequestedOrder, locale: Locale): Promise<Priced> {
  try {
    const deal = await makeDeal(ctx, accountId, requested)
    return { quote: presentQuote(deal), refused: null }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const byContact = error.error === 'plan_customised' || error.error === 'plan_no_renewal'
    return { quote: null, refused: { message: errorMessage(locale, error.error, error.detail), byContact } }
  }
}

/**
 * Reads `plan`, `market`, `period`, `key`, `network` and `coupon` of a link. Missing and unknown values are replaced by
 * defaults. A customised plan stays selected, so that its holder learns whom to contact.
 */
function requestedOrder(ctx: Platform, query: ChoiceQuery, keys: readonly KeyFacts[]): RequestedOrder {
  const { planById } = catalogueOf(ctx)
  const networks = networksOf(ctx.settings)
  const keyId = query.key || null
  const key = keys.find((candidate) => candidate.id === keyId)
  const linked = planById(query.plan ?? '') ?? (key ? planById(key.planId) : null)
  const wanted = marketIds.find((id) => id === query.market)
  const market = wanted ?? linked?.market ?? 'integrated'
  const running = keys.find((held) => held.market === market && held.expiresAt > ctx.clock.now())
  const shown =
    linked?.market === market ? linked : market === 'integrated' && running ? planById(running.planId) : linked
  const tier = shown && shown.tier !== 'free' ? shown.tier : 'base'
  return {
    planId: `${market}-${tier}`,
    market,
    period: periods.find((period) => period === query.period) ?? 'month',
    network: (networks.find(({ code }) => code === query.network) ?? networks[0])?.code ?? knownCodes[0],
    keyId: key?.market === market && market !== 'integrated' ? key.id : null,
    coupon: (query.coupon ?? '').trim().slice(0, couponMax),
  }
}
