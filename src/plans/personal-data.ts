import { plainTable, type TableRecord } from '#src/platform/personal-data.ts'

export const planRecords: readonly TableRecord[] = [
  plainTable('plan_edition', 'number document changed_at published_at publish_at authors'),
  plainTable('plan_state', 'id published version'),
  plainTable(
    'coupon',
    'code percent amount plans valid_from valid_until uses_total uses_per_customer created_at ended_at',
  ),
]
