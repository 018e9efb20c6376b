import { mailWords } from '#src/accounts/mails/words.ts'
import type { Contact } from '#src/accounts/sessions/profile.ts'
import { conditionText, valueText } from '#src/contract/account/alert-words.ts'
import type { AlertFiring } from '#src/contract/account/alerts.ts'
import { timeInWords } from '#src/contract/values/clock.ts'
import type { BrandHolder } from '#src/platform/brand/brand.ts'
import { layoutMail } from '#src/platform/mail/mail-layout.ts'
import type { OutgoingMail } from '#src/platform/platform.ts'

export function firingMail(ctx: BrandHolder, to: Contact, firing: AlertFiring): OutgoingMail {
  const { locale, email } = to
  const say = mailWords(locale)
  const condition = conditionText(firing.condition, locale, (word, values) => say(`alert.condition.${word}`, values))
  const siteUrl = ctx.settings.publicUrl
  const measured = `${valueText(firing.value, locale)}${firing.condition.kind === 'change' ? '%' : ''}`
  return layoutMail(ctx, {
    to: email,
    kind: 'alert',
    locale,
    subject: say('alert.subject', { symbol: firing.symbol, condition }),
    heading: say('alert.heading', { symbol: firing.symbol }),
    blocks: [
      { kind: 'text', text: condition },
      ...(firing.note === '' ? [] : [{ kind: 'text' as const, text: firing.note }]),
      {
        kind: 'facts',
        facts: [
          [say('alert.price'), valueText(firing.price, locale)],
          ...(firing.condition.kind === 'price' ? [] : [[say('alert.measured'), measured] as [string, string]]),
          [say('fact.time'), timeInWords(firing.firedAt, to, 'second')],
        ],
      },
      {
        kind: 'button',
        label: say('alert.chart'),
        url: `${siteUrl}/${locale}/chart?symbol=${encodeURIComponent(firing.symbol)}`,
      },
      { kind: 'note', text: `${say('alert.off')} ${siteUrl}/${locale}/dashboard/alerts` },
    ],
    footer: say('footer', { email }),
  })
}
