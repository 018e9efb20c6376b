import type { Command } from '#src/platform/server/control.ts'
import { auditCommands } from './audit.ts'
import { contentCommands } from './content.ts'
import { couponCommands } from './coupons.ts'
import { announcementCommands } from './customers/announcements.ts'
import { creditAdjust } from './customers/credit.ts'
import { customerCommands } from './customers/customers.ts'
import { subscriptionCommands } from './customers/subscription.ts'
import { ticketCommands } from './customers/tickets.ts'
import { doctor } from './doctor.ts'
import { leases } from './leases.ts'
import { actionCommands } from './market/actions.ts'
import { calendarCommands } from './market/calendar.ts'
import { exportCommand } from './market/export.ts'
import { importCommands } from './market/import.ts'
import { quarantineCommands } from './market/quarantine.ts'
import { replay } from './market/replay.ts'
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

export const commands: readonly Command[] = [
  doctor,
  now,
  leases,
  migrate,
  ...staffCommands,
  ...auditCommands,
  ...customerCommands,
  ...ticketCommands,
  ...announcementCommands,
  ...contentCommands,
  replay,
  ...importCommands,
  ...quarantineCommands,
  ...uploadCommands,
  exportCommand,
  ...symbolCommands,
  symbolMerge,
  ...calendarCommands,
  ...actionCommands,
  ...sourceCommands,
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
