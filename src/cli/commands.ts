import type { Command } from '#src/platform/control.ts'
import { auditCommands } from './audit.ts'
import { creditAdjust } from './credit.ts'
import { customerCommands } from './customers.ts'
import { doctor } from './doctor.ts'
import { exportCommand } from './export.ts'
import { importCommands } from './import.ts'
import { migrate } from './migrate.ts'
import { staffCommands } from './operator.ts'
import { paymentCommands } from './payments.ts'
import { accountingCommands } from './payments-export.ts'
import { findCommands } from './payments-find.ts'
import { refundCommands } from './payments-refund.ts'
import { sweepRecord } from './payments-sweep.ts'
import { walletAddresses } from './payments-wallet.ts'
import { planCommands } from './plans.ts'
import { replay } from './replay.ts'
import { subscriptionCommands } from './subscription.ts'
import { sweepCommands } from './sweeps.ts'
import { symbolCommands } from './symbol.ts'
import { symbolMerge } from './symbol-merge.ts'

/** Every command of the operator's tool; a domain adds its own here. */
export const commands: readonly Command[] = [
  doctor,
  migrate,
  ...staffCommands,
  ...auditCommands,
  ...customerCommands,
  replay,
  ...importCommands,
  exportCommand,
  ...symbolCommands,
  symbolMerge,
  ...paymentCommands,
  ...planCommands,
  ...subscriptionCommands,
  ...sweepCommands,
  walletAddresses,
  ...findCommands,
  ...refundCommands,
  sweepRecord,
  ...accountingCommands,
  creditAdjust,
]
