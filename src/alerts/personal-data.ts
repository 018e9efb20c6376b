import { plainTable, type TableRecord } from '#src/platform/personal-data.ts'

export const firingDays = 90
const gapDays = 30

export const alertRecords: readonly TableRecord[] = [
  plainTable('alert_place', 'channel place place_at earlier earlier_at'),
  plainTable('alert_gap', 'id channel after_place to_place noticed_at', [{ column: 'noticed_at', days: gapDays }]),
  {
    table: 'price_alert',
    columns: {
      id: 'alerts',
      account_id: 'alerts, withheld',
      key: 'alerts, withheld',
      ticker: 'alerts',
      condition: 'alerts',
      note: 'alerts',
      pause_seconds: 'alerts',
      by_mail: 'alerts',
      by_webhook: 'alerts',
      created_at: 'alerts',
      expires_at: 'alerts',
      version: 'plain',
      state: 'alerts',
      rests_until: 'alerts',
      fired_at: 'alerts',
    },
    personal: {
      whose: { by: 'accountId', columns: ['account_id'] },
      deletion: { how: 'delete' },
      exported: { rows: 'alerts' },
    },
  },
  {
    table: 'alert_firing',
    columns: {
      id: 'alerts',
      alert_id: 'alerts',
      account_id: 'alerts, withheld',
      place: 'plain',
      fired_at: 'alerts',
      value: 'alerts',
      price: 'alerts',
      condition: 'alerts',
      note: 'alerts',
    },
    retention: [{ column: 'fired_at', days: firingDays }],
    personal: {
      whose: { by: 'accountId', columns: ['account_id'] },
      deletion: { how: 'delete' },
      exported: { rows: 'alertFirings' },
    },
  },
  {
    table: 'alert_webhook',
    columns: {
      account_id: 'alerts, withheld',
      url: 'alerts',
      former_sealed: 'alerts, withheld',
      former_until: 'alerts, withheld',
      former_sealed_by: 'plain',
      secret_sealed: 'alerts, withheld',
      sealed_by: 'plain',
      created_at: 'alerts',
    },
    personal: {
      whose: { by: 'accountId', columns: ['account_id'] },
      deletion: { how: 'delete' },
      exported: { rows: 'alertWebhook' },
    },
  },
  {
    table: 'alert_delivery',
    columns: {
      id: 'alerts',
      firing_id: 'alerts',
      account_id: 'alerts, withheld',
      way: 'alerts',
      created_at: 'alerts',
      status: 'alerts',
      attempts: 'alerts',
      next_at: 'alerts, withheld',
      sent_at: 'alerts',
      answer: 'alerts',
    },
    retention: [{ column: 'created_at', days: firingDays }],
    personal: {
      whose: { by: 'accountId', columns: ['account_id'] },
      deletion: { how: 'delete' },
      exported: { rows: 'alertDeliveries' },
    },
  },
]
