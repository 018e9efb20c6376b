/** One insert statement. `what` names its rows in the progress output. */
export type Filling = { what: string; tables: readonly string[]; text: string }

/** Placeholder for the secret of a key until the key ring of the data directory seals the secret. */
export const unsealed = 'v1.unsealed'

export const staffCount = 20
const names = [
  'ada',
  'bob',
  'carol',
  'dora',
  'eve',
  'frank',
  'grace',
  'hopper',
  'iris',
  'jack',
  'kim',
  'lee',
  'mia',
  'noah',
]
const years = 3

/** The digest that audit rows contain instead of the account id. */
export const digestOf = (number: string) =>
  `encode(sha256(convert_to(md5('salt' || ${number}) || 'acc' || ${number}, 'UTF8')), 'hex')`

/**
 * Account ids are `acc1`, `acc2`, …. The account with the highest number is the newest. The first `staffCount` accounts
 * belong to the staff.
 */
export function people(customers: number): Filling[] {
  return [
    {
      what: 'accounts',
      tables: ['account'],
      text: `insert into account (id, email, email_proven_at, locale, time_zone, created_at, suspended_at, delete_after)
        select 'acc' || i, ('{${names.join(',')}}'::text[])[1 + i % ${names.length}] || i || '@example.com', at,
          (array['en-US', 'zh-CN', 'zh-HK'])[1 + i % 3], 'UTC', at,
          case when i % 1000 = 7 then at + interval '1 day' end, case when i % 2000 = 9 then now() + interval '6 days' end
        from (select i, date_trunc('milliseconds', now() - (${customers} - i) * interval '${365 * years} days' / ${customers}) as at
          from generate_series(1, ${customers}) i) made`,
    },
    {
      what: 'persons of the audit log',
      tables: ['audit_person'],
      text: `insert into audit_person (account_id, digest, salt)
        select 'acc' || i, ${digestOf('i')}, md5('salt' || i) from generate_series(1, ${customers}) i`,
    },
    {
      what: 'sessions',
      tables: ['account_session'],
      text: `insert into account_session (id, token_hash, account_id, method, created_at, proved_at, seen_at, expires_at)
        select 's' || i, md5('token' || i), 'acc' || i, 'password', at, at, at, now() + interval '20 days'
        from (select i, date_trunc('milliseconds', now() - (i % 300) * interval '1 hour') as at
          from generate_series(1, ${customers}, 2) i) made`,
    },
    {
      what: 'keys, three for each customer',
      tables: ['api_key'],
      text: `insert into api_key (id, account_id, plan_id, plan_edition, market, secret_hash, secret_sealed, head, tail,
          expires_at, created_at, revoked_at, customised)
        select 'k' || i || '-' || p, 'acc' || i,
          case when p = 0 and i % 10 < 7 then 'integrated-free'
            else (array['integrated', 'stock-us', 'future-us'])[p + 1] || '-' || (array['base', 'professional', 'premium'])[1 + i % 3] end,
          1, (array['integrated', 'stock-us', 'future-us'])[p + 1], md5(i || '-' || p) || md5(p || '-' || i),
          '${unsealed}', 'tw_l', substr(md5(i || '-' || p), 1, 4),
          case when p = 0 and i % 10 < 7 then timestamptz '2100-01-01' else now() + ((i * 37 + p * 11) % 400 - 100) * interval '1 day' end,
          date_trunc('milliseconds', now() - (i % 700) * interval '1 day'),
          case when p > 0 and i % 20 = 3 then now() - interval '3 days' end, p > 0 and i % 500 = 5
        from generate_series(1, ${customers}) i, generate_series(0, 2) p`,
    },
    {
      what: 'notes about customers',
      tables: ['customer_note'],
      text: `insert into customer_note (account_id, author_id, note, created_at)
        select 'acc' || i, 'acc' || 1 + i % ${staffCount}, 'asked by telephone', now() - (i % 400) * interval '1 day'
        from generate_series(1, ${customers}, 2) i`,
    },
    {
      what: 'mails of two weeks',
      tables: ['mail_outbox'],
      text: `insert into mail_outbox (to_address, subject, text, html, kind, status, next_at, created_at, sent_at, error)
        select a.email, 'Your receipt', '', '', 'receipt', case when i % 2500 = 1 then 'failed' else 'sent' end, at, at, at,
          case when i % 2500 = 1 then '550 mailbox full' end
        from (select i, date_trunc('milliseconds', now() - (i % 20000) * interval '1 minute') as at
          from generate_series(1, ${2 * customers}) i) made join account a on a.id = 'acc' || 1 + i % ${customers}`,
    },
    {
      what: 'people of the staff',
      tables: ['staff_role'],
      text: `insert into staff_role (account_id, role, granted_at)
        select 'acc' || i, case when i % 2 = 0 then 'support' else 'billing' end, now() from generate_series(1, ${staffCount}) i`,
    },
  ]
}
