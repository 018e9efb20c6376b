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
      locale: 'messages',
      network: 'messages',
      state: 'messages',
      account_id: 'messages, withheld',
      assignee_id: 'messages, withheld',
      version: 'plain',
      created_at: 'messages',
      changed_at: 'messages',
      waiting_since: 'messages',
    },
    retention: [{ column: 'changed_at', days: ticketDays }],
    personal: {
      whose: { by: 'ticketIds', columns: ['id'] },
      deletion: { how: 'delete' },
      exported: { rows: 'tickets' },
    },
  },
  {
    // Rows are deleted with their ticket.
    table: 'ticket_message',
    columns: {
      id: 'plain',
      ticket_id: 'messages',
      author: 'messages',
      author_id: 'messages, withheld',
      text: 'messages',
      created_at: 'messages',
    },
    personal: {
      whose: { by: 'ticketIds', columns: ['ticket_id'] },
      deletion: { how: 'delete' },
      exported: { rows: 'ticketMessages' },
    },
  },
  plainTable('canned_text', 'name texts version'),
]

/** Clicks have no account, address or device, so they are not personal. */
export const clickRecords: readonly TableRecord[] = [
  plainTable('clicks', 'received_at event_time event page_path page_title page_language page_url event_tags', [
    { column: 'received_at', days: clickDays },
  ]),
]
