import type { Reading } from '#src/contract/data/reading.ts'
import type { ImportOrder, Outcome } from '#src/market/import-queue/job.ts'
import type { StoreAddresses } from '#src/platform/processes/process.ts'

export type ImportBegin = { order: ImportOrder; stores: StoreAddresses }

/** `alive` is sent once a second, unless the event loop is blocked. */
export type ImportMessage =
  | { kind: 'alive' }
  | { kind: 'progress'; line: string }
  | { kind: 'recognised'; reading: Reading }
  | { kind: 'end'; outcome: Outcome }
