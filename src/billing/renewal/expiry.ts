import { mailWords } from '#src/accounts/mails/words.ts'
import type { Contact } from '#src/accounts/sessions/profile.ts'
import { contactsForBills } from '#src/accounts/team/contacts.ts'
import { dayMs } from '#src/contract/time.ts'
import { timeInWords } from '#src/contract/values/clock.ts'
import { subscriptionsEndingBetween } from '#src/keys/integrated-key.ts'
import { allowanceId, isCustomised, type Key, planOf } from '#src/keys/key/key.ts'
import { type Catalogue, catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import { isSold } from '#src/plans/plan.ts'
import { each } from '#src/platform/loop.ts'
import { layoutMail, type MailBlock } from '#src/platform/mail/mail-layout.ts'
import type { OutgoingMail, Platform } from '#src/platform/platform.ts'
import { insertReminder } from '../settlement/notice-store.ts'
import type { Renewal } from './renewal.ts'
import { renewalsOf } from './renewal-store.ts'

/**
 * Days before the end of a subscription at which a mail is sent. The first value that applies counts: a subscription
 * that ends tomorrow gets only the mail for one day. 0: the subscription has ended.
 */
const daysBefore = [0, 1, 7] as const
/** A subscription that ended longer ago, while no process ran, gets no mail. */
const mailWithinMs = 3 * dayMs

/**
 * Sends mails about the end of a subscription: 7 days before, 1 day before, and after the end. The mails go to the
 * people who pay for the account, except to those who turned such mails off.
 */
export async function remindOfExpiry(ctx: Platform): Promise<number> {
  const now = ctx.clock.now()
  const keys = await subscriptionsEndingBetween(ctx, now - mailWithinMs, now + Math.max(...daysBefore) * dayMs)
  const renewals = await renewalsOf(ctx.postgres.db, keys.map(allowanceId))
  const failed = 'a reminder of an ending subscription could not be sent; tried again later'
  return each(ctx, keys, { failed, fieldsOf: ({ id: keyId }) => ({ keyId }) }, async (key) => {
    const days = daysBefore.find((before) => key.expiresAt - now <= before * dayMs)
    const renewal = renewals.get(allowanceId(key)) ?? null
    return days !== undefined && !isAnnouncedElsewhere(renewal, key.expiresAt, days) && remind(ctx, key, days)
  })
}

/** Whether a mail about the renewal replaces the reminder. */
function isAnnouncedElsewhere(renewal: Renewal | null, end: number, days: number): boolean {
  if (renewal === null) return false
  if (renewal.next !== null) return true
  if (!renewal.automatic || days === 0) return false
  // A renewal that was announced late is made in the last day.
  const isAhead = renewal.announced?.end === end && renewal.reportedEnd !== end
  return isAhead || days === Math.max(...daysBefore)
}

async function remind(ctx: Platform, key: Key, days: number): Promise<boolean> {
  return ctx.postgres.transaction(async (tx) => {
    const [holder, ...others] = await contactsForBills(tx, key.accountId)
    if (!holder) return false
    const wanting = [holder, ...others].filter(({ notices }) => notices.expiry)
    const reminder = { allowanceId: allowanceId(key), expiresAt: key.expiresAt, days }
    if (wanting.length === 0 || !(await insertReminder(tx, reminder))) return false
    for (const contact of wanting) await ctx.mail.queue(tx, reminderTo(ctx, contact, { key, days, holder }))
    return true
  })
}

type Ending = { key: Key; days: number; holder: Contact }

function reminderTo(ctx: Platform, contact: Contact, { key, days, holder }: Ending): OutgoingMail {
  const { locale, email } = contact
  const catalogue = catalogueOf(ctx)
  const say = mailWords(locale)
  const siteUrl = ctx.settings.publicUrl
  const moment = days === 0 ? 'ended' : 'soon'
  // Fewer than `days` if the term began later than `days` before its end, or if no process ran then.
  const daysLeft = Math.ceil((key.expiresAt - ctx.clock.now()) / dayMs)
  const values = {
    plan: planName(planOf(catalogue, key), locale),
    days: daysLeft,
    until: timeInWords(key.expiresAt, contact),
  }
  const paid = key.revokedAt === null ? (`expiry.${moment}.lead` as const) : (`expiry.revoked.${moment}` as const)
  const lead = isUnsold(catalogue, key) ? (`expiry.unsold.${moment}` as const) : paid
  const isOther = contact.id !== holder.id
  return layoutMail(ctx, {
    to: email,
    kind: 'expiry',
    locale,
    subject: say(`expiry.${moment}.subject`, values),
    heading: say(`expiry.${moment}.heading`, values),
    blocks: [
      { kind: 'text', text: say(lead, values) },
      ...(isOther ? [{ kind: 'text' as const, text: say('expiry.ofTeam', { email: holder.email }) }] : []),
      ...waysOn(catalogue, key, moment, say, `${siteUrl}/${locale}`),
    ],
    footer: say('footer', { email }),
  })
}

/** Whether nobody can buy the key's plan again: it is not in the published edition, or not for sale there. */
function isUnsold(catalogue: Catalogue, key: Key): boolean {
  const plan = catalogue.planById(key.planId)
  return !isCustomised(catalogue, key) && (plan === null || !isSold(plan))
}

/**
 * Links to the renewal; to all plans if this plan is no longer sold; or to customer service for a customised plan. For
 * an integrated plan also links to the dashboard, where the customer can continue with the free plan.
 */
function waysOn(
  catalogue: Catalogue,
  key: Key,
  moment: 'soon' | 'ended',
  say: ReturnType<typeof mailWords>,
  site: string,
): MailBlock[] {
  const renew: MailBlock[] = isCustomised(catalogue, key)
    ? [
        { kind: 'text', text: say('expiry.customised') },
        { kind: 'button', label: say('expiry.contact'), url: `${site}/contact` },
      ]
    : isUnsold(catalogue, key)
      ? [{ kind: 'button', label: say('expiry.plans'), url: `${site}/payment` }]
      : [{ kind: 'button', label: say('expiry.renew'), url: `${site}/payment?plan=${key.planId}&key=${key.id}` }]
  if (key.market !== 'integrated') return renew
  const free = say(key.revokedAt === null ? `expiry.free.${moment}` : 'expiry.revoked.free')
  return [
    ...renew,
    { kind: 'text', text: free },
    { kind: 'button', label: say('expiry.dashboard'), url: `${site}/dashboard` },
  ]
}
