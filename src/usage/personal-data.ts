import { plainTable, type TableRecord } from '#src/platform/personal-data.ts'

const keptDays = 7

export const usageRecords: readonly TableRecord[] = [
  plainTable('socket_book', 'id seen_at', [{ column: 'seen_at', days: 1 }]),
  {
    table: 'open_socket',
    columns: {
      id: 'usage',
      book_id: 'usage, withheld',
      key_id: 'usage',
      account_id: 'usage, withheld',
      facts: 'usage',
    },
    personal: {
      whose: { by: 'accountId', columns: ['account_id'] },
      deletion: { how: 'delete' },
      exported: { rows: 'openSockets' },
    },
  },
  {
    table: 'usage_alert',
    columns: { allowance_id: 'usage', day: 'usage', level: 'usage' },
    retention: [{ column: 'day', days: keptDays }],
    personal: {
      whose: { by: 'allowanceIds', columns: ['allowance_id'] },
      deletion: { how: 'delete' },
      exported: { rows: 'usageAlerts' },
    },
  },
]

export const usageErrorDays = 30

/** ClickHouse tables. ClickHouse itself deletes old rows of a table with `retention` (TTL in the migration). */
export const usageColumnRecords: readonly TableRecord[] = [
  {
    table: 'usage_answers',
    columns: {
      key_id: 'usage',
      minute: 'usage',
      call: 'usage',
      status: 'usage',
      reason: 'usage',
      requests: 'usage',
      uncounted: 'usage',
      bytes: 'usage',
    },
    personal: {
      whose: { by: 'keyIds', columns: ['key_id'] },
      deletion: { how: 'delete' },
      exported: { part: 'usage' },
    },
  },
  {
    table: 'usage_errors',
    columns: {
      key_id: 'usage',
      time: 'usage',
      request_id: 'usage',
      call: 'usage',
      target: 'usage',
      status: 'usage',
      reason: 'usage',
      detail: 'usage',
    },
    retention: [{ column: 'time', days: usageErrorDays }],
    personal: {
      whose: { by: 'keyIds', columns: ['key_id'] },
      deletion: { how: 'delete' },
      exported: { part: 'refusedCalls' },
    },
  },
]
