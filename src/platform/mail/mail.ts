import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Keyring, Mail, OutgoingMail } from '../platform.ts'
import { insertMail } from './outbox-store.ts'

type Dependencies = { keyring: Keyring; clock: Clock }

/**
 * Stores mails as rows. In the sandbox the row is the delivered mail. Elsewhere the row is sealed until the sender loop
 * sends it, because a dump of the database must not reveal valid codes.
 */
export function createMail(delivery: 'mailbox' | 'smtp', { keyring, clock }: Dependencies): Mail {
  return {
    async queue(tx, mail) {
      assertOneLine(mail)
      const isSent = delivery === 'mailbox'
      const body = isSent ? {} : { subject: '', text: sealMail(keyring, mail), html: '' }
      await insertMail(tx, { ...mail, ...body }, isSent, clock.now())
    },
  }
}

const mailBody = z.object({ replyTo: z.string().optional(), subject: z.string(), text: z.string(), html: z.string() })
type MailBody = z.infer<typeof mailBody>

function sealMail(keyring: Keyring, { to, replyTo, subject, text, html }: OutgoingMail): string {
  return keyring.seal(JSON.stringify({ replyTo, subject, text, html } satisfies MailBody), `mail:${to}`)
}

export function openMail(keyring: Keyring, to: string, sealed: string): MailBody {
  return mailBody.parse(JSON.parse(keyring.open(sealed, `mail:${to}`)))
}

/** Refuses line breaks, which could inject headers, and several addresses. */
function assertOneLine(mail: OutgoingMail): void {
  if (/[\r\n\0,;<>]|\s/.test(mail.to) || !mail.to.includes('@')) throw new Error('a mail needs exactly one address')
  if (/[\r\n\0]/.test(mail.subject)) throw new Error('a mail subject is one line')
}
