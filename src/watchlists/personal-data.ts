import type { TableRecord } from '#src/platform/personal-data.ts'

export const watchlistRecords: readonly TableRecord[] = [
  {
    table: 'watchlist',
    columns: {
      id: 'layouts, withheld',
      account_id: 'layouts, withheld',
      position: 'layouts, withheld',
      name: 'layouts',
      symbols: 'layouts',
      updated_at: 'layouts, withheld',
    },
    personal: {
      whose: { by: 'accountId', columns: ['account_id'] },
      deletion: { how: 'delete' },
      exported: { part: 'watchlists' },
    },
  },
]
