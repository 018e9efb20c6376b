import { type Contact, contactByEmail } from '#src/accounts/sessions/profile.ts'
import { lockForDecision } from '#src/accounts/sessions/staff-decision.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Micro } from '#src/contract/money.ts'
import { subscriptionsOfAccount } from '#src/keys/integrated-key.ts'
import { type Key, planOf } from '#src/keys/key/key.ts'
import { setSubscriptionEnd } from '#src/keys/keys.ts'
import { type Catalogue, catalogueOf } from '#src/plans/catalogue.ts'
import type { Plan } from '#src/plans/plan.ts'
import { extendTerm, firstTerm, nextTerm } from '#src/plans/term.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { authorize } from '#src/staff/authority/authority.ts'
import { orWait } from '#src/staff/authority/or-wait.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { lockBalance } from '../order/ledger-store.ts'
import { open } from '../order/opening.ts'
import { type DealPrice, readDealPrice, recordDeal } from '../papers/record-deal.ts'
import { readWords, type Words } from '../settlement/credit.ts'
import { mailAboutGift } from './gift-mail.ts'

const monthsMax = 120
const daysMax = 3_660

/** `version`: the version of the customer's page that the person read (`lockForDecision`); null skips the check. */
type About = Words & { email: string; version: number | null }

/** `paid`: the price that the customer paid outside the watched networks; without it the plan is free. */
export type Grant = About & { planId: string; months: number; paid?: DealPrice | null }

/**
 * Opens any paid plan without an order; afterwards only the staff renews or upgrades the plan. An integrated plan keeps
 * the secret of its key unless the key is revoked. Any other plan extends an active key of the same plan, or gets a new
 * key. The list price of the months counts for the limit of the day; a plan without a price exceeds every limit.
 */
export async function grantSubscription(
  ctx: Platform,
  actor: Actor,
  grant: Grant,
): Promise<{ keyId: string; expiresAt: number }> {
  const by = await requireStaff(ctx, actor, 'subscription.grant')
  const plan = catalogueOf(ctx).planById(grant.planId)
  if (!plan || plan.tier === 'free') throw refuse('invalid_parameter', { param: 'planId' })
  assertCount('months', grant.months, monthsMax)
  const words = wordsOf(grant)
  const paid = grant.paid ? readDealPrice(grant.paid) : null
  const price = paid ? { price: `${paid.micro}`, reference: paid.reference } : {}
  return orWait(ctx, async (tx) => {
    const { contact, keys } = await lockSubscriptions(ctx, tx, grant)
    const accountId = contact.id
    const input = { planId: plan.id, months: grant.months, ...words, ...price }
    const value = plan.price === null ? null : plan.price * BigInt(grant.months)
    const act = { verb: 'subscription.grant', subject: accountId, input, value, receiver: accountId } as const
    const authority = await authorize(ctx, tx, by, act)
    if (authority.waits) return authority
    const now = ctx.clock.now()
    const inMarket = keys.filter((key) => key.market === plan.market)
    const same = inMarket.find((key) => key.planId === plan.id && key.expiresAt > now) ?? null
    const key = same ?? (plan.market === 'integrated' ? (inMarket[0] ?? null) : null)
    const end = same ? nextTerm(same, 'month', grant.months) : firstTerm(now, 'month', grant.months)
    const keyId = await open(ctx, tx, by, accountId, { plan, key, ...end, customised: true })
    const { expiresAt } = end
    const { approval } = authority
    const detail = { planId: plan.id, expiresAt, keyId, ...words, ...price, approval }
    await ctx.postgres.audit(tx, by, 'subscription.grant', accountId, detail)
    const kind = paid ? 'sold' : 'granted'
    await mailAboutGift(ctx, tx, contact, { kind, plans: [{ plan, expiresAt }], reason: words.reason })
    if (paid) {
      const sold = { accountId, planId: plan.id, planEdition: plan.edition, keyId, months: grant.months, ...paid }
      await recordDeal(ctx, tx, { ...sold, startsAt: same ? same.expiresAt : now, expiresAt })
    }
    return { keyId, expiresAt }
  })
}

export type Extension = About & { days: number; planId: string | null }

/**
 * Grants free days, for instance after an outage, to the active paid subscriptions or, if none is active, to the paid
 * subscription that ended last. With `planId`, only subscriptions of that plan count. The days count for the limit of
 * the day at their list price, thirty to a month.
 */
export async function extendSubscription(
  ctx: Platform,
  actor: Actor,
  { days, planId, ...about }: Extension,
): Promise<{ planId: string; expiresAt: number }[]> {
  const by = await requireStaff(ctx, actor, 'subscription.extend')
  assertCount('days', days, daysMax)
  const words = wordsOf(about)
  return orWait(ctx, async (tx) => {
    const { contact, keys } = await lockSubscriptions(ctx, tx, about)
    const accountId = contact.id
    const now = ctx.clock.now()
    const catalogue = catalogueOf(ctx)
    const chosen = extendable(catalogue, keys, planId, now)
    const value = valueOfDays(
      chosen.map((key) => planOf(catalogue, key)),
      days,
    )
    const act = { verb: 'subscription.extend', subject: accountId, input: { planId, days, ...words }, value } as const
    const authority = await authorize(ctx, tx, by, { ...act, receiver: accountId })
    if (authority.waits) return authority
    const { approval } = authority
    const extended = []
    for (const key of chosen) {
      const end = extendTerm({ term: key.term, expiresAt: Math.max(now, key.expiresAt) }, days)
      await setSubscriptionEnd(ctx, tx, by, { keyId: key.id, end })
      const entry = { planId: key.planId, expiresAt: end.expiresAt }
      await ctx.postgres.audit(tx, by, 'subscription.extend', accountId, {
        ...entry,
        keyId: key.id,
        days,
        ...words,
        approval,
      })
      extended.push({ ...entry, plan: planOf(catalogue, key) })
    }
    await mailAboutGift(ctx, tx, contact, { kind: 'extended', plans: extended, reason: words.reason })
    return extended.map(({ planId, expiresAt }) => ({ planId, expiresAt }))
  })
}

function extendable(catalogue: Catalogue, keys: readonly Key[], planId: string | null, now: number): Key[] {
  const paid = keys
    .filter((key) => planOf(catalogue, key).tier !== 'free' && (planId === null || key.planId === planId))
    .sort((a, b) => b.expiresAt - a.expiresAt)
  const [last] = paid
  if (!last) throw refuse('invalid_parameter', { param: 'planId' })
  const running = paid.filter((key) => key.expiresAt > now)
  return running.length > 0 ? running : [last]
}

async function lockSubscriptions(
  ctx: Platform,
  tx: Tx,
  { email, version }: About,
): Promise<{ contact: Contact; keys: Key[] }> {
  const contact = await contactByEmail(tx, email)
  if (!contact) throw refuse('email_unknown')
  await lockForDecision(tx, contact.id, version)
  await lockBalance(tx, contact.id)
  return { contact, keys: await subscriptionsOfAccount(ctx, contact.id, tx) }
}

function wordsOf({ reason, note }: Words): Words {
  return { reason: readWords('reason', reason), note: readWords('note', note) }
}

const daysOfMonth = 30n

/** The list price of days of these plans; null when a plan has no price. */
function valueOfDays(plans: readonly Plan[], days: number): Micro | null {
  let sum = 0n
  for (const { price } of plans) {
    if (price === null) return null
    sum += (price * BigInt(days) + daysOfMonth - 1n) / daysOfMonth
  }
  return sum
}

function assertCount(param: string, count: number, max: number): void {
  if (!Number.isInteger(count) || count < 1 || count > max) throw refuse('invalid_parameter', { param })
}
