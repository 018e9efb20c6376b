import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Mail, OutgoingMail, Tx } from './platform.ts'

/** Mails as rows. In the sandbox the row is the delivered mail; otherwise the sender loop takes it from here. */
export function createMail(delivery: 'mailbox' | 'smtp', clock: Clock): Mail {
  return {
    async queue(tx, mail) {
      assertOneLine(mail)
      await insertMail(tx, mail, delivery, new Date(clock.now()))
    },
  }
}

async function insertMail(tx: Tx, mail: OutgoingMail, delivery: 'mailbox' | 'smtp', now: Date): Promise<void> {
  const status = delivery === 'mailbox' ? 'sent' : 'queued'
  await sql`insert into mail_outbox (to_address, subject, text, html, kind, status, next_at, created_at, sent_at)
    values (${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.kind}, ${status}, ${now}, ${now},
      ${delivery === 'mailbox' ? now : null})`.execute(tx)
  if (delivery === 'smtp') await sql`select pg_notify('mail', 'null')`.execute(tx)
}

/** Header injection ends here: one address, no line breaks. */
function assertOneLine(mail: OutgoingMail): void {
  if (/[\r\n\0,;<>]|\s/.test(mail.to) || !mail.to.includes('@')) throw new Error('a mail needs exactly one address')
  if (/[\r\n\0]/.test(mail.subject)) throw new Error('a mail subject is one line')
}
