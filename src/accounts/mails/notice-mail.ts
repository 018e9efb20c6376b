import type { Locale } from '#src/contract/locale.ts'
import { timeInWords } from '#src/contract/values/clock.ts'
import { programOf } from '#src/contract/values/program.ts'
import type enUS from '#src/locales/en-US/mails.ts'
import { type BrandHolder, brandOf } from '#src/platform/brand/brand.ts'
import { layoutMail, type MailBlock } from '#src/platform/mail/mail-layout.ts'
import type { OutgoingMail } from '#src/platform/platform.ts'
import { mailWords } from './words.ts'

export type NoticeKind = Exclude<keyof typeof enUS.notice, 'notYou' | 'secure' | 'toTeam'>

/** Events that securing the account cannot undo. Their notices do not advise the owner to secure the account. */
const withoutAdvice: readonly NoticeKind[] = ['deleted', 'suspended', 'restored']

export type NoticeMail = {
  to: string
  about?: string | undefined
  locale: Locale
  timeZone: string
  notice: NoticeKind
  at: number
  isLast: boolean
  device?: string
  network?: string
  values?: Record<string, string | number>
  button?: NoticeButton | undefined
}

/** A button in the mail that opens a page of the account. It is above the advice to secure the account. */
export type NoticeButton = {
  label: 'notice.deletion-asked.refund' | 'notice.toTeam' | 'order.toKey' | 'gift.open'
  path: string
}

const toKey: NoticeButton = { label: 'order.toKey', path: '/dashboard#api-keys' }
const toTeam: NoticeButton = { label: 'notice.toTeam', path: '/dashboard/team' }

/** The page that shows the subject of a notice. */
const pages: Partial<Record<NoticeKind, NoticeButton>> = {
  'key-reset': toKey,
  'key-revoked': toKey,
  'key-leaked': toKey,
  'key-issued': toKey,
  'team-invited': toTeam,
  'team-joined': toTeam,
  'team-role': toTeam,
  'team-removed': toTeam,
  'team-left': toTeam,
  'team-owner': toTeam,
  restored: { label: 'gift.open', path: '/dashboard' },
}

/** Reports a security event to the owner, with its facts and usually with the steps to take if it was someone else. */
export function noticeMail(ctx: BrandHolder, mail: NoticeMail): OutgoingMail {
  const say = mailWords(mail.locale)
  const values = { brand: brandOf(ctx).name, support: brandOf(ctx).supportEmail, ...mail.values }
  const facts: (readonly [string, string])[] = [[say('fact.time'), timeInWords(mail.at, mail, 'second')]]
  if (mail.device) facts.push([say('fact.device'), programOf(mail.device)])
  if (mail.network) facts.push([say('fact.network'), mail.network])
  const blocks: MailBlock[] = [
    { kind: 'text', text: say(`notice.${mail.notice}.lead`, values) },
    { kind: 'facts', facts },
  ]
  const site = `${ctx.settings.publicUrl}/${mail.locale}`
  const page = mail.button ?? pages[mail.notice]
  if (page) blocks.push({ kind: 'button', label: say(page.label), url: site + page.path })
  if (!withoutAdvice.includes(mail.notice)) {
    blocks.push({ kind: 'note', text: say('notice.notYou') })
    blocks.push({ kind: 'button', label: say('notice.secure'), url: `${site}/dashboard/security` })
  }
  if (mail.isLast) blocks.push({ kind: 'note', text: say('lastToday') })
  return layoutMail(ctx, {
    to: mail.to,
    about: mail.about,
    kind: `notice-${mail.notice}`,
    locale: mail.locale,
    subject: say(`notice.${mail.notice}.subject`, values),
    heading: say(`notice.${mail.notice}.heading`, values),
    blocks,
    footer: say('footer', { email: mail.to }),
  })
}
