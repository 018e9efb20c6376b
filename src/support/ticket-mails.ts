import { createTranslator } from 'use-intl/core'
import type { Locale } from '#src/contract/locale.ts'
import enUS from '#src/locales/en-US/contact.ts'
import zhCN from '#src/locales/zh-CN/contact.ts'
import zhHK from '#src/locales/zh-HK/contact.ts'
import { layoutMail } from '#src/platform/mail/mail-layout.ts'
import type { OutgoingMail } from '#src/platform/platform.ts'
import type { Settings } from '#src/platform/settings.ts'

export type Ticket = { id: string; name: string; email: string; message: string; locale: Locale }

const words = { 'en-US': enUS, 'zh-CN': zhCN, 'zh-HK': zhHK }
type MailWord = keyof typeof enUS.mail

function say(locale: Locale): (key: MailWord, values: Record<string, string>) => string {
  const messages: Record<string, string> = words[locale].mail
  return createTranslator({ locale, messages })
}

/**
 * Confirms receipt and the ticket number to the sender. The address is unproven, so the mail contains nothing of the message.
 */
export function acknowledgement(settings: Settings, ticket: Ticket): OutgoingMail {
  const text = say(ticket.locale)
  const values = { brand: settings.brandName, ticket: ticket.id }
  return layoutMail({
    to: ticket.email,
    kind: 'contact-received',
    locale: ticket.locale,
    brand: settings.brandName,
    siteUrl: settings.publicUrl,
    subject: text('subject', values),
    heading: text('heading', values),
    blocks: [{ kind: 'text', text: text('lead', values) }],
    footer: text('footer', values),
  })
}

/** To the operator, in the site's own language; the subject has only the number. */
export function forOperator(settings: Settings, ticket: Ticket): OutgoingMail {
  const { brandName, defaultLocale, publicUrl, supportEmail } = settings
  const text = say(defaultLocale)
  const values = { brand: brandName, ticket: ticket.id, name: ticket.name }
  return layoutMail({
    to: supportEmail,
    about: ticket.email,
    kind: 'contact-ticket',
    locale: defaultLocale,
    brand: brandName,
    siteUrl: publicUrl,
    subject: text('operatorSubject', values),
    heading: text('operatorSubject', values),
    blocks: [
      {
        kind: 'facts',
        facts: [
          [text('factName', values), ticket.name],
          [text('factEmail', values), ticket.email],
        ],
      },
      { kind: 'text', text: ticket.message },
    ],
    footer: text('operatorFooter', values),
  })
}
