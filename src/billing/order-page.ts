import type { z } from 'zod'
import type { exportOrdersRoute } from '#src/contract/account/billing.ts'
import type { Locale } from '#src/contract/locale.ts'
import { currency, formatMicro } from '#src/contract/money.ts'
import { dayMs } from '#src/contract/time.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import type { Plan } from '#src/plans/plan.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { csvFile } from '#src/platform/text/csv.ts'
import { stateName } from './order/order.ts'
import type { OrderFilter } from './order/order-store.ts'
import { listOrders } from './orders.ts'
import { presentListedOrder } from './present/present-order.ts'

/** `from`, `to`: UTC days. */
type AskedOrders = Partial<z.output<typeof exportOrdersRoute.query>>

function filterOf(ctx: Platform, { q, status, from, to, order }: AskedOrders, locale: Locale): OrderFilter {
  return {
    ...{ text: q || undefined, status, oldestFirst: order === 'oldest', planIds: q ? plansNamed(ctx, q, locale) : [] },
    from: from === undefined ? undefined : Date.parse(from),
    until: to === undefined ? undefined : Date.parse(to) + dayMs,
  }
}

/** The plans whose id or name, in the reader's language, has all words of the text. */
function plansNamed(ctx: Platform, text: string, locale: Locale): string[] {
  const words = text.toLowerCase().split(/[\s·-]+/)
  const named = (plan: Plan) => `${plan.id} ${planName(plan, locale)}`.toLowerCase()
  const { plans } = catalogueOf(ctx)
  return plans.filter((plan) => words.every((word) => named(plan).includes(word))).map(({ id }) => id)
}

export async function presentOrderPage(
  ctx: Platform,
  actor: AccountActor,
  { page, size, ...filter }: { page: number; size: number } & AskedOrders,
  locale: Locale,
) {
  const { orders, total } = await listOrders(ctx, actor, { page, size }, filterOf(ctx, filter, locale))
  const content = await Promise.all(orders.map((order) => presentListedOrder(ctx, order, locale)))
  return { content, page, size, last: page * size >= total, totalElements: total }
}

const exportedMax = 100_000
const columns =
  'order,created,closed,status,kind,plan,plan_id,period,list,discount,coupon,upgrade_difference,credit,payable,currency,network'

/** Orders as CSV, with a byte order mark, by which spreadsheets recognise UTF-8. */
export async function orderCsv(
  ctx: Platform,
  actor: AccountActor,
  asked: AskedOrders,
  locale: Locale,
): Promise<string> {
  const { orders } = await listOrders(ctx, actor, { page: 1, size: exportedMax }, filterOf(ctx, asked, locale))
  const { planById } = catalogueOf(ctx)
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  const rows = orders.map((order) => {
    const plan = planById(order.planId, order.planEdition)
    return [
      ...[order.no, time(order.createdAt), time(order.closedAt), stateName(order), order.kind],
      ...[plan ? planName(plan, locale) : order.planId, order.planId, order.period],
      ...[formatMicro(order.list), formatMicro(order.discount), order.couponCode],
      ...[formatMicro(order.upgradeDifference), formatMicro(order.credit), formatMicro(order.payable)],
      ...[currency, order.network],
    ]
  })
  return `\ufeff${csvFile(columns, rows)}`
}
