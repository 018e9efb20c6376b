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
]
