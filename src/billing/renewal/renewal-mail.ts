import { mailWords } from '#src/accounts/mails/words.ts'
import type { Contact } from '#src/accounts/sessions/profile.ts'
import { contactsForBills } from '#src/accounts/team/contacts.ts'
import { currency, formatMicro, type Micro } from '#src/contract/money.ts'
import { timeInWords } from '#src/contract/values/clock.ts'
import { type Key, planOf } from '#src/keys/key/key.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import type { Plan } from '#src/plans/plan.ts'
import { spendNotice } from '#src/platform/mail/mail-budget.ts'
import { layoutMail, type MailBlock } from '#src/platform/mail/mail-layout.ts'
import type { OutgoingMail, Platform, Tx } from '#src/platform/platform.ts'
import type { Renewal } from './renewal.ts'
import { followingPlan } from './renewals.ts'

type Money = { plan: Plan; price: Micro; credit: Micro; missing: Micro }

/**
 * `soon`, `change`: the order that follows, and its time `at` in ms. `lacking`: credit does not suffice, so nothing was
 * bought. `impossible`: the plan is not on sale, or only staff may renew it.
 */
export type RenewalNotice =
  | ({ kind: 'soon' | 'change'; at: number } & Money)
  | ({ kind: 'lacking' } & Money)
  | { kind: 'impossible' }

/**
 * Queues the mail for everybody who pays for the account. Returns false if the account's daily limit of notices is
 * reached.
 */
export async function mailAboutRenewal(
  ctx: Platform,
  tx: Tx,
  key: Key,
  renewal: Renewal,
  notice: RenewalNotice,
): Promise<boolean> {
  const turn = await spendNotice(ctx, { accountId: key.accountId, kind: `renewal-${notice.kind}` })
  if (turn === 'skip') return false
  for (const contact of await contactsForBills(tx, key.accountId))
    await ctx.mail.queue(tx, mailTo(ctx, contact, { key, renewal, notice, isLast: turn === 'last' }))
  return true
}

type About = { key: Key; renewal: Renewal; notice: RenewalNotice; isLast: boolean }

function mailTo(ctx: Platform, contact: Contact, { key, renewal, notice, isLast }: About): OutgoingMail {
  const { locale, email } = contact
  const say = mailWords(locale)
  const siteUrl = ctx.settings.publicUrl
  const isUncovered = 'at' in notice && notice.missing > 0n
  const kind = isUncovered ? 'uncovered' : notice.kind
  const values = {
    plan: planName(planOf(catalogueOf(ctx), key), locale),
    until: timeInWords(key.expiresAt, contact),
    next: 'plan' in notice ? planName(notice.plan, locale) : '',
    date: 'at' in notice ? timeInWords(notice.at, contact) : '',
    missing: 'missing' in notice ? formatMicro(notice.missing) : '',
    currency,
  }
  const { planId, period } = followingPlan(key, renewal)
  const order = `/payment?${new URLSearchParams({ plan: planId, period, key: key.id })}`
  const [label, path] = {
    soon: ['renewal.open', '/dashboard/billing'] as const,
    change: ['renewal.open', '/dashboard/billing'] as const,
    uncovered: ['renewal.order', order] as const,
    lacking: ['renewal.order', order] as const,
    impossible: ['renewal.order', '/payment'] as const,
  }[kind]
  return layoutMail(ctx, {
    to: email,
    kind: `renewal-${kind}`,
    locale,
    subject: say(`renewal.${kind}.subject`, values),
    heading: say(`renewal.${kind}.heading`, values),
    blocks: [
      { kind: 'text', text: say(`renewal.${kind}.lead`, values) },
      ...('plan' in notice ? [factsOf(notice, values.next, say)] : []),
      ...('at' in notice ? [{ kind: 'note' as const, text: say('renewal.off') }] : []),
      ...(isLast ? [{ kind: 'note' as const, text: say('lastToday') }] : []),
      { kind: 'button', label: say(label), url: `${siteUrl}/${locale}${path}` },
      ...(isUncovered
        ? [{ kind: 'button' as const, label: say('renewal.open'), url: `${siteUrl}/${locale}/dashboard/billing` }]
        : []),
    ],
    footer: say('footer', { email }),
  })
}

function factsOf({ price, credit, missing }: Money, plan: string, say: ReturnType<typeof mailWords>): MailBlock {
  const money = (micro: Micro) => `${formatMicro(micro)} ${currency}`
  const short: [string, string][] = missing > 0n ? [[say('order.fact.missing'), money(missing)]] : []
  return {
    kind: 'facts',
    facts: [
      [say('order.fact.plan'), plan],
      [say('renewal.price'), money(price)],
      [say('credit.fact.left'), money(credit)],
      ...short,
    ],
  }
}
