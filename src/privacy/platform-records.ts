import { plainTable, type TableRecord } from '#src/platform/personal-data.ts'
import { eraseAuditOf } from './audit-store.ts'

/**
 * The number of days for which mails are kept. It equals the grace period of a deletion, so that mail to an earlier
 * address is deleted together with the account.
 */
export const mailDays = 14
/** The number of days for which the mail that confirms a deletion is kept, since it must outlive the account. */
export const farewellDays = 1
export const farewellKind = 'notice-deleted'

export const platformRecords: readonly TableRecord[] = [
  plainTable('brand_edition', 'number document saved_at published_at is_shown'),
  plainTable('content_text', 'path number source saved_at published_at is_shown'),
  plainTable('changelog_entry', 'id day texts published_at version changed_at'),
  plainTable('keyring_rotation', 'id version done begun_at finished_at retired'),
  plainTable('ring_mark', 'version sealed begun_at'),
  plainTable('recovery_code_key', 'id sealed sealed_by'),
  plainTable('lease', 'name owner until fence since network'),
  plainTable('installation', 'id is_only'),
  plainTable('backup', 'id made_at folder bytes reused verified_at fault rehearsed_at'),
  plainTable('backup_failure', 'only_one since tried_at reason'),
  plainTable('client_package', 'file language slug version digest bytes published_at'),
  plainTable('installation_figure', 'name value measured_at'),
  plainTable('process_figures', 'id seen_at figures', [{ column: 'seen_at', days: 1 }]),
  {
    table: 'audit',
    columns: {
      id: 'plain',
      at: 'log',
      actor_kind: 'log',
      sealed: 'plain',
      actor_id: 'log, withheld',
      action: 'log',
      subject: 'log',
      detail: 'log',
      position: 'plain',
      hash: 'plain',
    },
    personal: {
      whose: { by: 'accountId', columns: ['actor_id', 'subject'] },
      deletion: {
        how: 'own',
        erase: eraseAuditOf,
        keeps: 'time and kind of each change under a digest, with the figures of orders, to explain the books',
      },
      exported: { part: 'accountLog' },
    },
  },
  {
    table: 'audit_person',
    columns: { account_id: 'log, withheld', digest: 'log, withheld', salt: 'log, withheld' },
    personal: {
      whose: { by: 'accountId', columns: ['account_id'] },
      deletion: { how: 'delete' },
      exported: { nowhere: 'the digest that stands for the account in the log' },
    },
  },
  {
    table: 'audit_value',
    columns: { audit_id: 'plain', salt: 'log, withheld', detail: 'log' },
    personal: {
      whose: { by: 'accountId', columns: [] },
      deletion: { how: 'keep', keeps: 'nothing: they go with the rows of the log' },
      exported: { part: 'accountLog' },
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
  plainTable('schema_release', 'one release'),
]

export const platformColumnRecords: readonly TableRecord[] = [
  plainTable('migrations', 'name checksum applied_at'),
  plainTable('store_probe', 'at'),
]
