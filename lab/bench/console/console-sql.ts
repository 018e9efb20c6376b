import { type Filling, staffCount } from './people-sql.ts'

/** A ticket number is `T` and seven digits. */
export const ticketNo = (number: string) => `'T' || lpad((${number})::text, 7, '0')`

export function consoleFillings(customers: number): Filling[] {
  return [
    {
      what: 'tickets',
      tables: ['tickets'],
      text: `insert into tickets (id, account_id, name, email, locale, network, state, assignee_id, created_at, changed_at)
        select ${ticketNo('t')}, case when t % 2 = 0 then a.id end, 'Somebody', case when t % 2 = 0 then a.email else 'visitor' || t || '@example.com' end,
          'en-US', '203.0.113.0', case when t % 500 = 0 then 'open' when t % 3 = 0 then 'answered' else 'closed' end,
          case when t % 10 = 0 then 'acc' || 1 + t / 10 % ${staffCount} end, at, at + interval '1 hour'
        from (select t, date_trunc('milliseconds', now() - (${customers} - t) * interval '700 days' / ${customers}) as at
          from generate_series(1, ${customers}) t) made join account a on a.id = 'acc' || t`,
    },
    {
      what: 'messages of tickets',
      tables: ['ticket_message'],
      text: `insert into ticket_message (ticket_id, author, text, created_at)
        select id, case when n % 2 = 0 then 'customer' else 'staff' end, repeat('Where is my payment? ', 10), created_at + n * interval '1 minute'
        from tickets, generate_series(0, 2) n`,
    },
    {
      what: 'announcements',
      tables: ['announcement'],
      text: `insert into announcement (texts, level, audience, is_public, starts_at, ends_at, created_at)
        select '{"en-US": "Work on Sunday", "zh-CN": "周日维护", "zh-HK": "週日維護"}', 'info', 'all', false,
          now() - n * interval '10 days', now() - n * interval '10 days' + interval '2 days', now() - n * interval '10 days'
        from generate_series(1, 60) n`,
    },
    {
      what: 'imports',
      tables: ['imports'],
      text: `insert into imports (kind, file, target, state, rows, accepted, quarantined, reasons, started_at, finished_at)
        select 'bars', 'stock-us-' || n || '-1d.csv', '', 'done', 1000000, 990000, case when n % 50 = 0 then 200 else 0 end,
          '{}', at, at + interval '1 minute'
        from (select n, date_trunc('milliseconds', now() - (5000 - n) * interval '1 hour') as at from generate_series(1, 5000) n) made`,
    },
    {
      what: 'refused rows, most of them of the newest import',
      tables: ['quarantine_row'],
      text: `insert into quarantine_row (import_id, line, reason, content)
        select i.id, line, (array['high_below_low', 'outlier', 'bad_number'])[1 + line % 3], '2026-01-05T00:00:00Z,1,3,1,2,10'
        from imports i, lateral generate_series(1, case when i.id = (select max(id) from imports) then ${customers} else 200 end) line
        where i.quarantined > 0`,
    },
    {
      what: 'instruments',
      tables: ['instruments'],
      text: `insert into instruments (class, region, exchange, code, lookup, name, source, state, liquidity)
        select (array['stock', 'fund'])[1 + n % 2], 'US', 'X' || 1 + n % 40, 'Q' || n, 'Q' || n, 'Company ' || md5(n::text), 'bench',
          case when n % 100 = 0 then 'delisted' else 'listed' end, 0
        from generate_series(1, ${customers}) n`,
    },
    {
      what: 'findings of checks, splits among them rare',
      tables: ['bar_finding'],
      text: `insert into bar_finding (instrument_id, interval, kind, first_time, last_time, detail, state, found_at, changed_at)
        select i.id, '1d', case when n = 9 and i.id % 1000 = 0 then 'split' else (array['gap', 'outside', 'jump', 'no_volume'])[1 + n % 4] end,
          1735689600000 + n * 86400000, 1735689600000 + n * 86400000, '{}', (array['open', 'accepted', 'mended'])[1 + n % 3], now(), now()
        from instruments i, generate_series(0, 9) n where i.source = 'bench'`,
    },
    {
      what: 'checks and recomputations',
      tables: ['data_job'],
      text: `insert into data_job (kind, scope, state, place, done, total, result, begun_at, changed_at)
        select case when n % 5 = 0 then 'recompute' else 'verify' end, '{"class": "stock"}', 'done', 1000, 1000, 1000, '{}', at, at
        from (select n, now() - (700 - n) * interval '1 day' as at from generate_series(1, 700) n) made`,
    },
    {
      what: 'entries of the changelog',
      tables: ['changelog_entry'],
      text: `insert into changelog_entry (day, texts, published_at, changed_at)
        select current_date - n, jsonb_build_object('en-US', text, 'zh-CN', text, 'zh-HK', text), case when n > 3 then now() end, now()
        from (select n, repeat('The answer of a call has one field more. ', 10) as text from generate_series(1, 500) n) made`,
    },
    {
      what: 'incidents of the status page',
      tables: ['status_incident', 'status_update'],
      text: `with made as (
          insert into status_incident (impact, components, titles, opened_at, resolved_at)
          select 'degraded', '{stream}', '{"en-US": "Late ticks", "zh-CN": "行情延迟", "zh-HK": "行情延遲"}', now() - n * interval '1 day',
            case when n > 3 then now() - n * interval '1 day' + interval '1 hour' end
          from generate_series(1, 1000) n returning id, opened_at
        )
        insert into status_update (incident_id, at, stage, texts)
        select id, opened_at + n * interval '10 minutes', 'investigating', '{"en-US": "We look for the cause."}'
        from made, generate_series(0, 4) n`,
    },
    {
      what: 'coverage of 80 markets, counted just now',
      tables: ['coverage', 'coverage_recent'],
      text: `with places as (
          select c.name as class, 'X' || e as exchange, k.name as kind
          from unnest('{stock,fund}'::text[]) c (name), generate_series(1, 40) e,
            unnest('{1m,5m,15m,30m,1h,2h,4h,1d,1w,1M,ticks}'::text[]) k (name)
        ), stored as (
          insert into coverage (class, exchange, kind, instruments, rows, first_time, last_time, sources)
          select class, exchange, kind, 500, 1000000000, 1609459200000, 1780272000000, '{exchange,import}' from places
        ), recent as (
          insert into coverage_recent (class, exchange, interval, instruments, present, expected)
          select class, exchange, kind, 500, 990000, 1000000 from places where kind <> 'ticks'
        )
        insert into coverage_count (begun_at, counted_at, ms) values (now(), now(), 18000)
        on conflict (id) do update set begun_at = now(), counted_at = now(), ms = 18000`,
    },
    {
      what: 'feed keys and changes of sources',
      tables: ['feed_key', 'fed_instrument', 'source_switch'],
      text: `with keys as (
          insert into feed_key (id, source, classes, creates, secret_hash, head, tail, created_at)
          select 'fk' || n, 'desk-' || n % 20, '{stock}', false, 'hash' || n, 'tw_feed_', lpad(n::text, 4, '0'), now() from generate_series(1, 200) n
        ), fed as (
          insert into fed_instrument (instrument_id, source, since)
          select id, 'desk-' || id % 20, now() from instruments where source = 'bench'
        )
        insert into source_switch (instrument_id, source, before, at)
        select id, 'desk-1', 'desk-2', now() - id % 40000 * interval '1 minute' from instruments where source = 'bench'`,
    },
  ]
}
