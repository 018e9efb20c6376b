import { createTranslator } from 'use-intl/core'
import { mailWords } from '#src/accounts/mails/words.ts'
import type { Locale } from '#src/contract/locale.ts'
import enUS from '#src/locales/en-US/contact.ts'
import { loadWords } from '#src/locales/load-words.ts'
import { type BrandHolder, brandOf } from '#src/platform/brand/brand.ts'
import { layoutMail, type MailBlock } from '#src/platform/mail/mail-layout.ts'
import type { OutgoingMail } from '#src/platform/platform.ts'
import type { Ticket } from './ticket.ts'

const words = await loadWords('contact', enUS)
type MailWord = keyof typeof enUS.mail

function say(locale: Locale): (key: MailWord, values: Record<string, string>) => string {
  const messages: Record<string, string> = words[locale].mail
  return createTranslator({ locale, messages })
}

/** Confirms receipt and ticket number. The mail does not contain the message, since the address is unproven. */
export function acknowledgement(ctx: BrandHolder, ticket: Ticket): OutgoingMail {
  const text = say(ticket.locale)
  const values = { brand: brandOf(ctx).name, ticket: ticket.id }
  return layoutMail(ctx, {
    to: ticket.email,
    kind: 'contact-received',
    locale: ticket.locale,
    subject: text('subject', values),
    heading: text('heading', values),
    blocks: [{ kind: 'text', text: text('lead', values) }],
    footer: text('footer', values),
  })
}

/** A mail to the operator in the site's default language. The subject contains no text of the customer. */
export function noticeForOperator(
  ctx: BrandHolder,
  ticket: Ticket,
  message: string,
  event: 'opened' | 'replied',
): OutgoingMail {
  const { defaultLocale } = ctx.settings
  const { name: brand, supportEmail } = brandOf(ctx)
  const text = say(defaultLocale)
  const values = { brand, ticket: ticket.id, name: ticket.name }
  const subject = text(event === 'opened' ? 'operatorSubject' : 'operatorReplied', values)
  return layoutMail(ctx, {
    to: supportEmail,
    about: ticket.email,
    kind: 'contact-ticket',
    locale: defaultLocale,
    subject,
    heading: subject,
    blocks: [
      {
        kind: 'facts',
        facts: [
          [text('factName', values), ticket.name],
          [text('factEmail', values), ticket.email],
        ],
      },
      { kind: 'text', text: message },
    ],
    footer: text('operatorFooter', values),
  })
}

/** The recipient of an answer. Without an account there is no page of the thread, so the customer replies by mail. */
export type TicketRecipient = { email: string; locale: Locale; hasAccount: boolean }

/** The staff's answer. The mail omits the customer's messages, because a visitor's address is unproven. */
export function answerMail(
  ctx: BrandHolder,
  ticket: Ticket,
  { to: { email, locale, hasAccount }, answer }: { to: TicketRecipient; answer: string },
): OutgoingMail {
  const { name: brand, supportEmail } = brandOf(ctx)
  const text = mailWords(locale)
  const values = { brand, ticket: ticket.id, support: supportEmail }
  const url = `${ctx.settings.publicUrl}/${locale}/dashboard/tickets/${ticket.id}`
  const way: MailBlock[] = hasAccount
    ? [
        { kind: 'note', text: text('ticket.goOn', values) },
        { kind: 'button', label: text('ticket.open'), url },
      ]
    : [{ kind: 'note', text: text('ticket.byMail', values) }]
  return layoutMail(ctx, {
    to: email,
    ...(hasAccount ? {} : { replyTo: supportEmail }),
    kind: 'ticket-answer',
    locale,
    subject: text('ticket.subject', values),
    heading: text('ticket.heading', values),
    blocks: [{ kind: 'text', text: answer }, ...way],
    footer: text('ticket.footer', values),
  })
}
