import { sql } from 'kysely'
import { type Person, plainTable, type TableRecord } from '#src/platform/personal-data.ts'
import type { Keyring, Tx } from '#src/platform/platform.ts'

/** As long as the grace of a deletion: what was sent to an address before it was changed is gone when the account goes. */
export const mailDays = 14
/** The mail that confirms a deletion has to outlive it. */
export const farewellDays = 1
export const farewellKind = 'notice-deleted'

export const platformRecords: readonly TableRecord[] = [
  {
    table: 'audit',
    columns: {
      id: 'plain',
      at: 'log',
      actor_kind: 'log',
      actor_id: 'log, withheld',
      action: 'log',
      subject: 'log',
      detail: 'log',
    },
    personal: {
      whose: { by: 'accountId', columns: ['actor_id', 'subject'] },
      deletion: {
        how: 'own',
        erase: pseudonymise,
        keeps: 'time and kind of each change under a pseudonym, with the figures of orders, to explain the books',
      },
      exported: { rows: 'accountLog' },
    },
  },
  {
    table: 'mail_outbox',
    columns: {
      id: 'plain',
      to_address: 'mails',
      about_address: 'mails, withheld',
      subject: 'mails, withheld',
      text: 'mails, withheld',
      html: 'mails, withheld',
      kind: 'mails',
      status: 'mails',
      attempts: 'plain',
      next_at: 'plain',
      created_at: 'mails',
      sent_at: 'mails',
      error: 'mails, withheld',
    },
    retention: [
      { column: 'created_at', days: mailDays, only: `status <> 'queued'` },
      { column: 'created_at', days: farewellDays, only: `status <> 'queued' and kind = '${farewellKind}'` },
    ],
    personal: {
      whose: { by: 'addresses', columns: ['to_address', 'about_address'] },
      deletion: { how: 'delete', except: `kind = '${farewellKind}'` },
      exported: { rows: 'mails' },
    },
  },
  plainTable('migrations', 'name checksum applied_at'),
]

export const platformColumnRecords: readonly TableRecord[] = [plainTable('migrations', 'name checksum applied_at')]

/**
 * The rows of an account keep one pseudonym in place of its id, so that they still belong together. Names that people gave
 * (keys, passkeys, layouts) and free words of the operator go; what orders are explained by stays.
 */
async function pseudonymise(tx: Tx, { accountId, keyIds, orderNos }: Person, keyring: Keyring): Promise<void> {
  const pseudonym = `deleted-${keyring.mac(accountId, 'audit-pseudonym').slice(0, 16)}`
  const incidents = sql`select id::text from payment_incident where subject = any(${[...orderNos]}::text[])
    or detail->>'orderNo' = any(${[...orderNos]}::text[])`
  const refunds = sql`select id from refund_request where account_id = ${accountId}`
  await sql`update audit set
      actor_id = case when actor_id = ${accountId} then ${pseudonym} else actor_id end,
      subject = case when subject = ${accountId} then ${pseudonym} else subject end,
      detail = case when action ~ '^(order|ledger|credit|refund)[.]' then detail - 'reason' - 'note' else '{}' end
    where actor_id = ${accountId} or subject = ${accountId}
      or subject = any(${[...keyIds, ...orderNos]}::text[]) or subject in (${refunds})
      or (action = 'incident.close' and subject in (${incidents}))`.execute(tx)
}
