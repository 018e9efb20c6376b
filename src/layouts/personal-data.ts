import type { TableRecord } from '#src/platform/personal-data.ts'

export const layoutRecords: readonly TableRecord[] = [
  {
    table: 'chart_layout',
    columns: {
      account_id: 'layouts, withheld',
      position: 'layouts, withheld',
      name: 'layouts',
      state: 'layouts',
      drawings: 'layouts',
      updated_at: 'layouts, withheld',
    },
    personal: {
      whose: { by: 'accountId', columns: ['account_id'] },
      deletion: { how: 'delete' },
      exported: { part: 'chartLayouts' },
    },
  },
]
