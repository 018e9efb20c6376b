import { plainTable, type TableRecord } from '#src/platform/personal-data.ts'

export const keyRecords: readonly TableRecord[] = [
  plainTable('paying_day', 'day customers'),
  {
    table: 'api_key',
    columns: {
      id: 'keys',
      account_id: 'keys, withheld',
      plan_id: 'keys',
      plan_edition: 'keys, withheld',
      period: 'keys, withheld',
      period_days: 'keys, withheld',
      anchor_day: 'keys, withheld',
      customised: 'keys',
      market: 'keys',
      alias_name: 'keys',
      secret_hash: 'keys, withheld',
      secret_sealed: 'keys, withheld',
      sealed_by: 'plain',
      head: 'keys',
      tail: 'keys',
      expires_at: 'keys',
      created_at: 'keys',
      reset_at: 'keys, withheld',
      revoked_at: 'keys',
      used_at: 'keys',
      scope_classes: 'keys',
      scope_access: 'keys',
      scope_networks: 'keys',
    },
    personal: {
      whose: { by: 'accountId', columns: ['account_id'] },
      deletion: {
        how: 'erase',
        set: { alias_name: `''`, secret_sealed: `''`, head: `''`, tail: `''`, used_at: 'null', scope_networks: `'{}'` },
        keeps: 'plan and expiry, which orders refer to, and a digest by which the revoked key is refused',
      },
      exported: { part: 'keys' },
    },
  },
  {
    table: 'api_key_former_secret',
    columns: { secret_hash: 'keys, withheld', key_id: 'keys, withheld', valid_until: 'keys, withheld' },
    personal: {
      whose: { by: 'keyIds', columns: ['key_id'] },
      deletion: { how: 'delete' },
      exported: { nowhere: 'digests of secrets that were replaced' },
    },
  },
  {
    table: 'limit_override',
    columns: {
      allowance_id: 'keys, withheld',
      per_minute: 'keys, withheld',
      sockets: 'keys, withheld',
      subscriptions: 'keys, withheld',
      until: 'keys, withheld',
    },
    personal: {
      whose: { by: 'allowanceIds', columns: ['allowance_id'] },
      deletion: { how: 'delete' },
      exported: { nowhere: 'limits of a while, which the usage page shows' },
    },
  },
]
