import { mailWords } from '#src/accounts/mails/words.ts'
import type { Contact } from '#src/accounts/sessions/profile.ts'
import { timeInWords } from '#src/contract/values/clock.ts'
import { planName } from '#src/plans/name.ts'
import type { Plan } from '#src/plans/plan.ts'
import { layoutMail } from '#src/platform/mail/mail-layout.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'

/** Plans that the staff opened (`granted`; `sold`: for money) or extended by days. `reason`: '' for none. */
export type Gift = {
  kind: 'granted' | 'sold' | 'extended'
  plans: readonly { plan: Plan; expiresAt: number }[]
  reason: string
}

export async function mailAboutGift(ctx: Platform, tx: Tx, contact: Contact, gift: Gift): Promise<void> {
  const { locale, timeZone, email } = contact
  const say = mailWords(locale)
  const siteUrl = ctx.settings.publicUrl
  const facts = gift.plans.map(({ plan, expiresAt }): [string, string] => [
    planName(plan, locale),
    say('gift.until', { until: timeInWords(expiresAt, { locale, timeZone }) }),
  ])
  if (gift.reason !== '') facts.push([say('credit.fact.reason'), gift.reason])
  await ctx.mail.queue(
    tx,
    layoutMail(ctx, {
      to: email,
      kind: `plan-${gift.kind}`,
      locale,
      subject: say(`gift.${gift.kind}.subject`),
      heading: say(`gift.${gift.kind}.heading`),
      blocks: [
        { kind: 'text', text: say(`gift.${gift.kind}.lead`) },
        { kind: 'facts', facts },
        { kind: 'button', label: say('gift.open'), url: `${siteUrl}/${locale}/dashboard` },
      ],
      footer: say('footer', { email }),
    }),
  )
}
