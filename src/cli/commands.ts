import type { Command } from '#src/platform/server/control.ts'
import { auditCommands } from './audit.ts'
import { create } from './backup/create.ts'
import { join } from './backup/join.ts'
import { move } from './backup/move.ts'
import { rehearse } from './backup/rehearse.ts'
import { restore } from './backup/restore.ts'
import { verify } from './backup/verify.ts'
import { contentCommands } from './content.ts'
import { couponCommands } from './coupons.ts'
import { announcementCommands } from './customers/announcements.ts'
import { changelogCommands } from './customers/changelog.ts'
import { creditAdjust } from './customers/credit.ts'
import { customerCommands } from './customers/customers.ts'
import { incidentCommands } from './customers/incidents.ts'
import { subscriptionCommands } from './customers/subscription.ts'
import { ticketCommands } from './customers/tickets.ts'
import { doctor } from './doctor.ts'
import { keyringCommands } from './keyring.ts'
import { actionCommands } from './market/actions.ts'
import { calendarCommands } from './market/calendar.ts'
import { checkCommands } from './market/checks.ts'
import { feedKeyCommands } from './market/feed-keys.ts'
import { archiveCommands } from './market/history/archive.ts'
import { exportCommand } from './market/history/export.ts'
import { replay } from './market/history/replay.ts'
import { importCommands } from './market/import.ts'
import { quarantineCommands } from './market/quarantine.ts'
import { sourceCommands } from './market/sources.ts'
import { symbolCommands } from './market/symbol.ts'
import { symbolMerge } from './market/symbol-merge.ts'
import { uploadCommands } from './market/uploads.ts'
import { migrate } from './migrate.ts'
import { now } from './now.ts'
import { staffCommands } from './operator.ts'
import { accountingCommands } from './payments/accounting.ts'
import { findCommands } from './payments/find.ts'
import { paymentCommands } from './payments/payments.ts'
import { refundCommands } from './payments/refund.ts'
import { sweepRecord } from './payments/sweep-record.ts'
import { sweepCommands } from './payments/sweeps.ts'
import { walletAddresses } from './payments/wallet.ts'
import { planCommands } from './plans.ts'
import { leases, tapeShards } from './processes.ts'
import { checked, checkedOffline } from './terminal/checked.ts'
import type { OfflineCommand } from './terminal/offline-command.ts'

const unchecked: readonly Command[] = [
  doctor,
  now,
  leases,
  ...keyringCommands,
  migrate,
  create,
  verify,
  rehearse,
  ...staffCommands,
  ...auditCommands,
  ...customerCommands,
  ...ticketCommands,
  ...announcementCommands,
  ...incidentCommands,
  ...contentCommands,
  ...changelogCommands,
  replay,
  ...importCommands,
  ...quarantineCommands,
  ...uploadCommands,
  exportCommand,
  ...archiveCommands,
  ...symbolCommands,
  symbolMerge,
  ...calendarCommands,
  ...actionCommands,
  ...sourceCommands,
  ...feedKeyCommands,
  ...checkCommands,
  tapeShards,
  ...paymentCommands,
  ...planCommands,
  ...couponCommands,
  ...subscriptionCommands,
  ...sweepCommands,
  walletAddresses,
  ...findCommands,
  ...refundCommands,
  sweepRecord,
  ...accountingCommands,
  creditAdjust,
]

export const commands: readonly Command[] = unchecked.map(checked)

/** Commands that fill stores, so the product must not run at the same time. */
export const offlineCommands: readonly OfflineCommand[] = [restore, join, move].map(checkedOffline)
