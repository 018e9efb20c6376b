import type { TableRecord } from '#src/platform/personal-data.ts'

export const staffRecords: readonly TableRecord[] = [
  {
    table: 'staff_role',
    columns: { account_id: 'account, withheld', role: 'account', granted_at: 'account' },
    personal: {
      whose: { by: 'accountId', columns: ['account_id'] },
      deletion: { how: 'delete' },
      exported: { rows: 'staffRoles' },
    },
  },
  {
    table: 'staff_approval',
    columns: {
      id: 'plain',
      verb: 'log, withheld',
      subject: 'log, withheld',
      input: 'log, withheld',
      micro: 'log, withheld',
      asked_by: 'log, withheld',
      asked_at: 'log, withheld',
      due_at: 'plain',
      closed_at: 'log, withheld',
      closed_by: 'log, withheld',
      outcome: 'plain',
      fault: 'plain',
    },
    retention: [{ column: 'asked_at', days: 30 }],
    personal: {
      whose: { by: 'accountId', columns: ['asked_by', 'closed_by', 'subject'] },
      deletion: { how: 'delete' },
      exported: { nowhere: 'what the staff ask each other; the log holds what came of it' },
    },
  },
  {
    table: 'value_given',
    columns: {
      id: 'plain',
      giver: 'log, withheld',
      receiver: 'log, withheld',
      verb: 'log, withheld',
      micro: 'log, withheld',
      approval: 'plain',
      given_at: 'log, withheld',
    },
    retention: [{ column: 'given_at', days: 30 }],
    personal: {
      whose: { by: 'accountId', columns: ['giver', 'receiver'] },
      deletion: { how: 'delete' },
      exported: { nowhere: 'sums for the limit of a day; the log and the books hold what was given' },
    },
  },
]
