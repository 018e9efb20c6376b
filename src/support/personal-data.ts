import { plainTable, type TableRecord } from '#src/platform/personal-data.ts'

export const ticketDays = 730
export const clickDays = 395

export const supportRecords: readonly TableRecord[] = [
  {
    table: 'tickets',
    columns: {
      id: 'messages',
      name: 'messages',
      email: 'messages',
      message: 'messages',
      locale: 'messages',
      network: 'messages',
      state: 'messages',
      created_at: 'messages',
    },
    retention: [{ column: 'created_at', days: ticketDays }],
    personal: {
      whose: { by: 'addresses', columns: ['email'] },
      deletion: { how: 'delete' },
      exported: { rows: 'tickets' },
    },
  },
]

/** Clicks have no account, address or device, so they are not personal. */
export const clickRecords: readonly TableRecord[] = [
  plainTable('clicks', 'received_at event_time event page_path page_title page_language page_url event_tags', [
    { column: 'received_at', days: clickDays },
  ]),
]
