import type { Locale } from '#src/contract/locale.ts'
import { type BrandHolder, brandOf } from '#src/platform/brand/brand.ts'
import { layoutMail, type MailBlock } from '#src/platform/mail/mail-layout.ts'
import type { OutgoingMail } from '#src/platform/platform.ts'
import type { CodeUse } from '../account/code.ts'
import { mailWords } from './words.ts'

export type CodeMail = { to: string; locale: Locale; use: CodeUse; code: string; newEmail?: string }

export function codeMail(ctx: BrandHolder, { to, locale, use, code, newEmail = '' }: CodeMail): OutgoingMail {
  const say = mailWords(locale)
  const values = { brand: brandOf(ctx).name, code, newEmail }
  const isChange = use === 'email-old'
  const blocks: MailBlock[] = [
    { kind: 'text', text: say(`code.${use}.lead`, values) },
    { kind: 'code', code },
    { kind: 'text', text: say('code.life') },
    { kind: 'note', text: say(isChange ? 'code.ignoreChange' : 'code.ignore') },
  ]
  return layoutMail(ctx, {
    to,
    about: newEmail || undefined,
    kind: `code-${use}`,
    locale,
    subject: say(`code.${use}.subject`, values),
    heading: say(`code.${use}.heading`, values),
    blocks,
    footer: say('footer', { email: to }),
  })
}
