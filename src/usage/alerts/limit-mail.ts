import { mailWords } from '#src/accounts/mails/words.ts'
import type { Contact } from '#src/accounts/sessions/profile.ts'
import { timeInWords } from '#src/contract/values/clock.ts'
import { planName } from '#src/plans/name.ts'
import type { Plan } from '#src/plans/plan.ts'
import type { BrandHolder } from '#src/platform/brand/brand.ts'
import { layoutMail } from '#src/platform/mail/mail-layout.ts'
import type { OutgoingMail } from '#src/platform/platform.ts'

/** `key` is masked. `level`: percent of `limit`; `limit`: requests a minute. */
type LimitFacts = { key: string; plan: Plan; limit: number; level: 80 | 100; at: number }

export function limitMail(ctx: BrandHolder, to: Contact, { key, plan, limit, level, at }: LimitFacts): OutgoingMail {
  const { locale, email } = to
  const say = mailWords(locale)
  const name = planName(plan, locale)
  const values = { key, plan: name, limit: new Intl.NumberFormat(locale).format(limit) }
  const siteUrl = ctx.settings.publicUrl
  return layoutMail(ctx, {
    to: email,
    kind: `usage-${level}`,
    locale,
    subject: say(`usage.at${level}.subject`, values),
    heading: say(`usage.at${level}.heading`, values),
    blocks: [
      { kind: 'text', text: say(`usage.at${level}.lead`, values) },
      {
        kind: 'facts',
        facts: [
          [say('usage.key'), key],
          [say('usage.plan'), name],
          [say('fact.time'), timeInWords(at, to, 'second')],
        ],
      },
      { kind: 'button', label: say('usage.open'), url: `${siteUrl}/${locale}/dashboard/usage` },
      { kind: 'note', text: `${say('usage.off')} ${siteUrl}/${locale}/dashboard/preferences` },
    ],
    footer: say('footer', { email }),
  })
}
