import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { postgresRecords } from './records.ts'
import { deleteOldRows } from './retention.ts'

/** `at`: the time that the retention counts from. `other`: all other times of the row. */
type WriteRow = (ctx: TestPlatform, at: Date, id: string, other: Date) => ReturnType<typeof rowOf>

const write: Record<string, WriteRow> = {
  mail_outbox: (ctx, at, id, other) =>
    rowOf(
      ctx,
      sql`(to_address, subject, text, html, kind, status, next_at, created_at)
    values ('ada@example.com', ${id}, '', '', 'code', 'sent', ${other}, ${at})`,
      'mail_outbox',
    ),
  staff_approval: async (ctx, at, id) => {
    await ada(ctx, at)
    await rowOf(
      ctx,
      sql`(verb, subject, input, micro, asked_by, asked_at) values ('refund.approve', ${id}, '{}', 5, 'ada', ${at})`,
      'staff_approval',
    )
  },
  value_given: (ctx, at, id) =>
    rowOf(ctx, sql`(giver, verb, micro, given_at) values (${id}, 'credit.adjust', 5, ${at})`, 'value_given'),
  account_browser: async (ctx, at, id) => {
    await ada(ctx, at)
    await rowOf(ctx, sql`(account_id, browser_hash, seen_at) values ('ada', ${id}, ${at})`, 'account_browser')
  },
  account_session: async (ctx, at, id, other) => {
    await ada(ctx, at)
    await rowOf(
      ctx,
      sql`(id, token_hash, account_id, method, created_at, proved_at, seen_at, expires_at)
      values (${id}, ${id}, 'ada', 'code', ${other}, ${other}, ${other}, ${at})`,
      'account_session',
    )
  },
  team_invite: async (ctx, at, id, other) => {
    await ada(ctx, at)
    await rowOf(
      ctx,
      sql`(id, account_id, email, role, token_hash, created_at, expires_at)
      values (${id}, 'ada', ${id}, 'billing', ${id}, ${other}, ${at})`,
      'team_invite',
    )
  },
  account_code: (ctx, at, id, other) =>
    rowOf(
      ctx,
      sql`(address, purpose, code_mac, created_at, expires_at)
    values ('ada@example.com', 'signin', ${id}, ${at}, ${other})`,
      'account_code',
    ),
  account_bot_check: (ctx, at, id) => rowOf(ctx, sql`values (${id}, ${at})`, 'account_bot_check'),
  account_flow: (ctx, at, id) =>
    rowOf(
      ctx,
      sql`(token_hash, kind, sealed, expires_at)
    values (${id}, 'provider', '', ${at})`,
      'account_flow',
    ),
  process_figures: (ctx, at, id) => rowOf(ctx, sql`values (${id}, ${at}, '{}')`, 'process_figures'),
  socket_book: (ctx, at, id) => rowOf(ctx, sql`values (${id}, ${at})`, 'socket_book'),
  usage_alert: (ctx, at, id) => rowOf(ctx, sql`values (${id}, ${at}, 80)`, 'usage_alert'),
  tickets: (ctx, at, id, other) =>
    rowOf(
      ctx,
      sql`(id, name, email, locale, network, created_at, changed_at)
    values (${id}, '', '', 'en-US', '', ${other}, ${at})`,
      'tickets',
    ),
  chain_question: (ctx, at, id) =>
    rowOf(ctx, sql`(network, tx_hash, asked_at) values ('TRC20', ${id}, ${at})`, 'chain_question'),
  alert_gap: (ctx, at, id) =>
    rowOf(ctx, sql`(channel, after_place, to_place, noticed_at) values ('stock', ${id}, '1-2', ${at})`, 'alert_gap'),
  alert_firing: async (ctx, at, id) => {
    await ada(ctx, at)
    await sql`insert into price_alert (id, account_id, key, ticker, condition, note, by_mail, by_webhook, created_at,
        version, state)
      values ('alert', 'ada', 'stock:AAPL$US', 'NASDAQ:AAPL', '{}', '', true, false, ${at}, 1, 'waiting')
      on conflict do nothing`.execute(ctx.postgres.db)
    await rowOf(
      ctx,
      sql`(id, alert_id, account_id, place, fired_at, value, price) values (${id}, 'alert', 'ada', ${id}, ${at}, 1, 1)`,
      'alert_firing',
    )
  },
  alert_delivery: async (ctx, at, id, other) => {
    await ada(ctx, at)
    await rowOf(
      ctx,
      sql`(id, account_id, way, created_at, status, next_at) values (${id}, 'ada', 'webhook', ${at}, 'sent', ${other})`,
      'alert_delivery',
    )
  },
  expiry_reminder: (ctx, at, id) => rowOf(ctx, sql`values (${id}, ${at}, 7)`, 'expiry_reminder'),
}

async function ada(ctx: TestPlatform, at: Date): Promise<void> {
  await sql`insert into account (id, email, locale, created_at) values ('ada', 'ada@example.com', 'en-US', ${at})
    on conflict do nothing`.execute(ctx.postgres.db)
}

async function rowOf(ctx: TestPlatform, values: ReturnType<typeof sql>, table: string): Promise<void> {
  await sql`insert into ${sql.table(table)} ${values}`.execute(ctx.postgres.db)
}

const promises = postgresRecords.flatMap(({ table, retention = [] }) => {
  const days = retention.filter(({ only }) => !only?.includes('kind')).map((rule) => rule.days)
  return days.map((most) => ({ table, days: most }))
})

test.each(promises)('a row of $table is deleted after $days days', async ({ table, days }) => {
  await using ctx = await testPlatform()
  const writeRow = write[table]
  if (!writeRow) throw new Error(`write a row of ${table} here, as its retention has to be tested`)
  const edge = ctx.clock.now() - days * dayMs
  const [before, after] = [new Date(edge - dayMs), new Date(edge + dayMs / 2)]
  await writeRow(ctx, before, 'old', after)
  await writeRow(ctx, after, 'young', before)
  await deleteOldRows(ctx)
  const { rows } = await sql`select * from ${sql.table(table)}`.execute(ctx.postgres.db)
  expect(rows.map((row) => Object.values(row as object).includes('young'))).toEqual([true])
})

test('a queued mail is kept regardless of its age, and a sent notice of a deleted account is deleted after a day', async () => {
  await using ctx = await testPlatform()
  const write = (kind: string, status: string, days: number) =>
    sql`insert into mail_outbox (to_address, subject, text, html, kind, status, next_at, created_at)
      values ('ada@example.com', '', '', '', ${kind}, ${status}, now(), ${new Date(ctx.clock.now() - days * dayMs)})`.execute(
      ctx.postgres.db,
    )
  await write('code', 'queued', 60)
  await write('notice-deleted', 'queued', 2)
  await write('notice-deleted', 'sent', 2)
  await write('notice-deleted', 'sent', 0.5)
  await deleteOldRows(ctx)
  const { rows } = await sql`select kind, status from mail_outbox order by id`.execute(ctx.postgres.db)
  expect(rows).toEqual([
    { kind: 'code', status: 'queued' },
    { kind: 'notice-deleted', status: 'queued' },
    { kind: 'notice-deleted', status: 'sent' },
  ])
})

test('one run of the retention job deletes all old rows, even if a single statement cannot delete them all', async () => {
  await using ctx = await testPlatform()
  await sql`insert into account_bot_check select 'check-' || n, ${new Date(ctx.clock.now() - dayMs)}
    from generate_series(1, 12000) n`.execute(ctx.postgres.db)
  await deleteOldRows(ctx)
  expect((await sql`select 1 from account_bot_check`.execute(ctx.postgres.db)).rows).toEqual([])
})

test('a table whose old rows cannot be deleted does not hold up the tables after it', async () => {
  await using ctx = await testPlatform()
  const { db } = ctx.postgres
  const old = ctx.clock.now() - dayMs
  await sql`insert into account_flow (token_hash, kind, sealed, expires_at)
    values ('old', 'provider', '', ${new Date(old)})`.execute(db)
  await sql`alter table account_bot_check rename to away`.execute(db)
  await deleteOldRows(ctx)
  expect((await sql`select 1 from account_flow`.execute(db)).rows).toEqual([])
})
