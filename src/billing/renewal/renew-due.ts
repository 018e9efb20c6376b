import { contactOf, isOpenAccount } from '#src/accounts/sessions/profile.ts'
import type { Micro } from '#src/contract/money.ts'
import { dayMs } from '#src/contract/time.ts'
import { subscriptionsEndingBetween, subscriptionsOfAccount } from '#src/keys/integrated-key.ts'
import { allowanceId, isCustomised, type Key } from '#src/keys/key/key.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { renewCatalogue } from '#src/plans/editions/follow.ts'
import { isSold, type SoldPlan } from '#src/plans/plan.ts'
import { purchasePrice } from '#src/plans/price.ts'
import { each } from '#src/platform/loop.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { networksOf } from '../chains/network.ts'
import { lockBalance } from '../order/ledger-store.ts'
import { hasCompletedOrder, pendingOrderOf } from '../order/order-store.ts'
import { makeDeal } from '../order/quote.ts'
import { placeOrder } from '../settlement/place-order.ts'
import { isAnnounced, orderFrom, type Renewal, renewalTimes } from './renewal.ts'
import { mailAboutRenewal, type RenewalNotice } from './renewal-mail.ts'
import { putRenewal, renewalsOf } from './renewal-store.ts'
import { followingPlan } from './renewals.ts'

const actor = { kind: 'system', name: 'renewals' } as const
/** A chosen lower plan that was due longer ago is no longer bought. This happens when no process ran for days. */
const buyWithinMs = 3 * dayMs

/**
 * Announces and makes the orders that customers chose for the end of their subscriptions. Any number of processes may
 * call it: each step locks the account's balance and reads its facts again. Returns the number of steps.
 */
export async function renewDue(ctx: Platform): Promise<number> {
  const now = ctx.clock.now()
  const keys = await subscriptionsEndingBetween(ctx, now - buyWithinMs, now + renewalTimes.announceMs)
  const renewals = await renewalsOf(ctx.postgres.db, keys.map(allowanceId))
  const chosen = keys.filter((key) => {
    const renewal = renewals.get(allowanceId(key))
    return renewal && isChosen(renewal)
  })
  const failed = 'a subscription could not be renewed; tried again later'
  return each(ctx, chosen, { failed, fieldsOf: ({ id: keyId }) => ({ keyId }) }, (key) =>
    ctx.postgres.transaction((tx) => takeStep(ctx, tx, key)),
  )
}

async function takeStep(ctx: Platform, tx: Tx, seen: Key): Promise<boolean> {
  const { accountId } = seen
  const id = allowanceId(seen)
  const balance = await lockBalance(tx, accountId)
  const renewal = (await renewalsOf(tx, [id])).get(id)
  const key = (await subscriptionsOfAccount(ctx, accountId, tx)).find((one) => allowanceId(one) === id)
  if (!renewal || !isChosen(renewal) || key?.expiresAt !== seen.expiresAt) return false
  if (!(await isOpenAccount(tx, accountId))) return false
  const hasEnded = key.expiresAt <= ctx.clock.now()
  if (hasEnded && renewal.next === null) return false
  await renewCatalogue(ctx, tx)
  const { planId, period } = followingPlan(key, renewal)
  const catalogue = catalogueOf(ctx)
  const plan = catalogue.planById(planId)
  if (!plan || !isSold(plan) || isCustomised(catalogue, key))
    return report(ctx, tx, key, renewal, { kind: 'impossible' })
  const newcomer = !(await hasCompletedOrder(tx, accountId))
  const price = purchasePrice(plan, period, newcomer, balance)
  const total = price.payable + price.credit
  const facts = { plan, price: total, credit: balance, missing: price.payable }
  if (!hasEnded && !isAnnounced(renewal, key.expiresAt, total)) return announce(ctx, tx, key, renewal, facts)
  if (ctx.clock.now() < orderFrom(renewal, key.expiresAt)) return false
  if (await pendingOrderOf(tx, accountId)) return false
  if (price.payable > 0n) return report(ctx, tx, key, renewal, { kind: 'lacking', ...facts })
  await order(ctx, tx, key, renewal)
  return true
}

function isChosen({ automatic, next }: Renewal): boolean {
  return automatic || next !== null
}

type Facts = { plan: SoldPlan; price: Micro; credit: Micro; missing: Micro }

async function announce(ctx: Platform, tx: Tx, key: Key, renewal: Renewal, facts: Facts): Promise<boolean> {
  const now = ctx.clock.now()
  const announced = { end: key.expiresAt, at: now, price: facts.price }
  const at = orderFrom({ ...renewal, announced }, key.expiresAt)
  const notice = { kind: renewal.next ? 'change' : 'soon', at, ...facts } as const
  // Without its mail a renewal is not announced, and the next round tries again.
  if (!(await mailAboutRenewal(ctx, tx, key, renewal, notice))) return false
  await putRenewal(tx, { ...renewal, announced }, now)
  return true
}

/** Mails the reason why nothing was bought, once per term. A lower plan that could not be bought is not tried again. */
async function report(ctx: Platform, tx: Tx, key: Key, renewal: Renewal, notice: RenewalNotice): Promise<boolean> {
  const isEnd = ctx.clock.now() >= orderFrom(renewal, key.expiresAt)
  if (renewal.reportedEnd === key.expiresAt || (renewal.next !== null && !isEnd)) return false
  await putRenewal(tx, { ...renewal, next: null, reportedEnd: key.expiresAt }, ctx.clock.now())
  await mailAboutRenewal(ctx, tx, key, renewal, notice)
  return true
}

async function order(ctx: Platform, tx: Tx, key: Key, renewal: Renewal): Promise<void> {
  const { accountId, expiresAt } = key
  const contact = await contactOf(tx, accountId)
  const [network] = networksOf(ctx.settings)
  if (!network || !contact) throw new Error('there is no network or no account')
  const call = {
    ...followingPlan(key, renewal),
    keyId: key.market === 'integrated' ? null : key.id,
    network: network.code,
    locale: contact.locale,
    idempotencyKey: `renewal:${renewal.allowanceId}:${expiresAt}`,
  }
  const deal = await makeDeal(ctx, accountId, call, tx)
  await placeOrder(ctx, tx, { by: actor, accountId, network, input: call, deal, automatic: true })
  await putRenewal(tx, { ...renewal, next: null, announced: null }, ctx.clock.now())
}
