import type { TableRecord } from '#src/platform/personal-data.ts'

export const customerRecords: readonly TableRecord[] = [
  {
    table: 'customer_note',
    columns: {
      id: 'plain',
      account_id: 'account, withheld',
      author_id: 'account, withheld',
      note: 'account, withheld',
      created_at: 'account, withheld',
    },
    personal: {
      whose: { by: 'accountId', columns: ['account_id'] },
      deletion: { how: 'delete' },
      exported: { nowhere: 'what the staff noted for each other; handed out on request' },
    },
  },
]
