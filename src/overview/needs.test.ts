import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CheckName, Need } from '#src/contract/operator/now.ts'
import { staffRoles } from '#src/contract/staff/role.ts'
import { dayMs, hourMs, minuteMs } from '#src/contract/time.ts'
import { ensureInstrument } from '#src/market/instruments/instruments.ts'
import { saveDraft } from '#src/plans/editions/editions.ts'
import { loadCatalogue } from '#src/plans/editions/follow.ts'
import { firstEdition } from '#src/plans/first-edition.ts'
import { storeFaults } from '#src/platform/engines/store-probes.ts'
import { writeFigures } from '#src/platform/figures/process-figures.ts'
import { startedProcesses } from '#src/platform/processes/process.ts'
import { openTicket } from '#src/support/tickets.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { readNeeds } from './needs.ts'

const cli = { kind: 'operator-cli' } as const

let ctx: TestPlatform
beforeAll(async () => {
  // A Monday on which New York, London and Frankfurt trade.
  ctx = await testPlatform({ now: '2026-11-23T15:30:00Z' })
})
afterAll(() => ctx[Symbol.asyncDispose]())

const read = () => readNeeds(ctx, cli, 'en-US')
const of = (needs: readonly Need[], check: CheckName) => needs.filter((need) => need.check === check)
const instrument = async () => (await ensureInstrument(ctx, { class: 'stock', region: 'US', code: 'NEEDED' })).id
const stateOf = async (check: CheckName) => (await read()).checks.find(({ name }) => name === check)?.state

test('an open market without events is reported as silent; a closed market is not', async () => {
  expect(await stateOf('feed')).toBe('unknown')
  const now = ctx.clock.now()
  await writeFigures(ctx, 'gateway', {
    'market:stock$US': now - 2 * minuteMs,
    'market:stock$GB': now - 4 * minuteMs,
    'market:crypto$': now - 11 * minuteMs,
    'market:stock$JP': now - 6 * hourMs,
    'market:indices$': now - 5 * minuteMs,
  })
  expect(of((await read()).needs, 'feed')).toMatchObject([
    { id: 'crypto$', tone: 'bad', since: now - 11 * minuteMs, facts: { class: 'crypto', region: '' } },
    { id: 'indices$', tone: 'warn', facts: { class: 'indices', region: '' } },
    { id: 'stock$GB', tone: 'warn', facts: { class: 'stock', region: 'GB' } },
  ])
  await writeFigures(ctx, 'second gateway', { 'market:crypto$': now, 'market:stock$GB': now, 'market:indices$': now })
  expect(await stateOf('feed')).toBe('fine')
})

test('a source that pushes data is reported after three minutes of silence, but is ignored after a week of silence', async () => {
  const now = ctx.clock.now()
  const heard = async (at: number) => {
    await sql`update feed_producer set heard_at = ${new Date(at)}`.execute(ctx.postgres.db)
    return of((await read()).needs, 'feed').filter(({ id }) => id === 'push:pit')
  }
  await sql`insert into feed_key (id, source, classes, creates, secret_hash, head, tail, created_at)
    values ('key', 'pit', '{stock}', false, 'hash', 'head', 'tail', now())`.execute(ctx.postgres.db)
  await sql`insert into feed_producer (key_id, name, mark, heard_at)
    values ('key', 'default', '1', now())`.execute(ctx.postgres.db)
  await sql`insert into fed_instrument (instrument_id, source, since)
    values (${await instrument()}, 'pit', now())`.execute(ctx.postgres.db)
  expect(await heard(now - minuteMs)).toEqual([])
  expect(await heard(now - 4 * minuteMs)).toMatchObject([{ tone: 'warn', facts: { source: 'pit' } }])
  expect(await heard(now - 8 * dayMs)).toEqual([])
})

test('the overview lists findings of bar checks until they are accepted', async () => {
  expect(await stateOf('finding')).toBe('fine')
  await sql`insert into bar_finding (instrument_id, interval, kind, first_time, last_time, detail, found_at, changed_at)
    select ${await instrument()}::integer, '1d', kind, 1, 2, '{}', ${new Date(ctx.clock.now())}, now()
    from unnest(array['gap', 'stopped']) as kind`.execute(ctx.postgres.db)
  expect(of((await read()).needs, 'finding')).toMatchObject([
    { tone: 'warn', since: ctx.clock.now(), facts: { count: 2, stopped: 1 }, page: '/data/checks' },
  ])
  await sql`update bar_finding set state = 'accepted'`.execute(ctx.postgres.db)
  expect(await stateOf('finding')).toBe('fine')
})

test('the overview lists tickets, failed mails, imports with quarantined rows and granted plans that end soon, with their links', async () => {
  const now = ctx.clock.now()
  const { actor } = await keyOnPlan(ctx, 'stock-us-base', { email: 'ada@example.com', expiresAt: now + 3 * dayMs })
  await sql`update api_key set customised = true where plan_id = 'stock-us-base'`.execute(ctx.postgres.db)
  const written = { name: 'Ada', message: 'Where is my money?', locale: 'en-US', network: 'net', actor: null } as const
  const { ticket } = await openTicket(ctx, { ...written, email: 'ada@example.com' })
  await sql`insert into mail_outbox (to_address, subject, text, html, kind, status, next_at, created_at, error) values
    ('ada@example.com', 'Receipt', '', '', 'receipt', 'failed', now(), ${new Date(now)}, '550 mailbox full'),
    ('nobody@example.com', '', '', '', 'code', 'failed', now(), ${new Date(now - 1)}, null)`.execute(ctx.postgres.db)
  await sql`insert into imports (kind, file, state, rows, quarantined, reasons, started_at, finished_at) values
    ('bars', 'old.csv', 'done', 9, 1, '{}', ${new Date(now - 9 * dayMs)}, ${new Date(now - 8 * dayMs)}),
    ('bars', 'clean.csv', 'done', 9, 0, '{}', ${new Date(now)}, ${new Date(now)}),
    ('bars', 'hk.csv', 'done', 100, 7, '{"high_below_low": 7}', ${new Date(now)}, ${new Date(now)})`.execute(
    ctx.postgres.db,
  )
  const { needs } = await read()
  expect(of(needs, 'ticket')).toMatchObject([
    { id: ticket, page: `/tickets/${ticket}`, command: `ticket show ${ticket}`, facts: { email: 'ada@example.com' } },
  ])
  expect(of(needs, 'mail')).toMatchObject([
    { page: null, facts: { to: 'nobody@example.com', kind: 'code' } },
    { page: `/customers/${actor.accountId}?kind=mail`, facts: { subject: 'Receipt', error: '550 mailbox full' } },
  ])
  expect(of(needs, 'import')).toMatchObject([
    {
      page: expect.stringMatching(/^\/data\/imports\/\d+$/),
      facts: { file: 'hk.csv', rows: 100, quarantined: 7, reasons: 'high below low' },
    },
  ])
  expect(of(needs, 'deal')).toMatchObject([
    { tone: 'warn', page: `/customers/${actor.accountId}`, facts: { plan: 'Stocks US · Base', days: 3 } },
  ])
})

test('the overview counts all waiting tickets and lists the oldest of them first', async () => {
  await sql`insert into tickets (id, name, email, locale, network, state, created_at, changed_at)
    select 'W' || n, 'Ada', 'ada@example.com', 'en-US', 'net', 'open', ${new Date(ctx.clock.now())},
      ${new Date(ctx.clock.now())}::timestamptz - n * interval '1 hour' from generate_series(1, 124) n`.execute(
    ctx.postgres.db,
  )
  const { needs, checks, total } = await read()
  const { count = 0, oldestAt } = checks.find(({ name }) => name === 'ticket') ?? {}
  expect([count, oldestAt]).toEqual([125, ctx.clock.now() - 124 * hourMs])
  expect(of(needs, 'ticket').map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => `W${124 - n}`))
  expect(total).toBe(checks.reduce((sum, one) => sum + one.count, 0))
  await sql`delete from tickets where id like 'W%'`.execute(ctx.postgres.db)
})

test('the overview lists the open incidents of payments, and for each network its state instead of its incidents', async () => {
  const at = new Date(ctx.clock.now() - hourMs)
  await sql`insert into payment_incident (network, kind, subject, opened_at) values
    ('TRC20', 'sources_disagree', 'tx 1', ${at}), ('TRC20', 'network_lagging', 'TRC20', ${at})`.execute(ctx.postgres.db)
  const { needs } = await read()
  expect(of(needs, 'held')).toMatchObject([
    { tone: 'bad', since: at.getTime(), facts: { incident: 'sources_disagree' }, page: '/money?view=held' },
  ])
  expect(of(needs, 'network').map(({ facts }) => facts.why)).toEqual(['never_opened', 'never_opened'])
  const ranks = needs.map(({ tone }) => ['bad', 'warn', 'none'].indexOf(tone))
  expect(ranks).toEqual([...ranks].sort())
})

test('the overview reports a newest backup that is damaged or 30 hours old, and accepts a newest backup that is 25 hours old', async () => {
  const make = (id: string, hours: number, fault: string | null = null) =>
    sql`insert into backup (id, made_at, folder, bytes, reused, fault)
      values (${id}, ${new Date(ctx.clock.now() - hours * hourMs)}, '/backups', 1, 0, ${fault})`.execute(
      ctx.postgres.db,
    )
  expect(await stateOf('backup')).toBe('nothing')
  await make('old', 30)
  expect(of((await read()).needs, 'backup')).toMatchObject([
    { tone: 'warn', since: ctx.clock.now() - 30 * hourMs, command: 'backup create' },
  ])
  await make('daily', 25)
  expect(await stateOf('backup')).toBe('fine')
  await make('damaged', 1, 'postgres/account.copy.zst was changed')
  expect(of((await read()).needs, 'backup')).toMatchObject([{ tone: 'bad', command: 'backup verify' }])
  await sql`delete from backup`.execute(ctx.postgres.db)
  await sql`update migrations set applied_at = ${new Date(ctx.clock.now() - 2 * dayMs)}`.execute(ctx.postgres.db)
  expect(of((await read()).needs, 'backup')).toMatchObject([{ tone: 'warn', facts: { madeAt: null } }])
})

test('the overview reports a process that has ended and is not running again, with the time of its end', async () => {
  expect(await stateOf('process')).toBe('unknown')
  const [pid, since] = [7, ctx.clock.now() - minuteMs]
  const gateway = { name: 'gateway-2', roles: ['gateway'], pid, since, starts: 3, ended: null } as const
  startedProcesses.set(ctx, [{ ...gateway, status: 'away' }])
  expect(of((await read()).needs, 'process')).toMatchObject([
    { id: 'gateway-2', tone: 'bad', since, facts: { name: 'gateway-2', roles: 'gateway' } },
  ])
  startedProcesses.set(ctx, [{ ...gateway, status: 'up' }])
  expect(await stateOf('process')).toBe('fine')
})

test('the overview reports a store that refuses changes, with the reason and the time of the first refusal', async () => {
  expect(await stateOf('store')).toBe('unknown')
  const since = ctx.clock.now() - minuteMs
  storeFaults.set(ctx, new Map([['Redis', { why: 'replica', text: 'Redis takes no changes: it is a replica', since }]]))
  expect(of((await read()).needs, 'store')).toMatchObject([
    { id: 'Redis', tone: 'bad', since, facts: { store: 'Redis', why: 'replica' }, command: 'doctor' },
  ])
  storeFaults.set(ctx, new Map())
  expect(await stateOf('store')).toBe('fine')
})

test('the overview shows the state of the disk and of the audit chain', async () => {
  expect(await stateOf('disk')).toMatch(/fine|needs/)
  expect(await stateOf('chain')).toBe('nothing')
})

test('a draft of the plans is shown only to roles with access to plans', async () => {
  await loadCatalogue(ctx)
  expect(await read()).toMatchObject({ hasDraft: false })
  await saveDraft(ctx, cli, { document: { ...firstEdition, newcomerDiscount: 25 }, version: null })
  expect(await read()).toMatchObject({ hasDraft: true })
  for (const role of staffRoles) {
    const { actor } = await testStaff(ctx, `${role}-of-plans@example.com`, role)
    expect([role, (await readNeeds(ctx, actor, 'en-US')).hasDraft]).toEqual([role, role !== 'data'])
  }
})

test('a staff role sees on the overview only the tasks whose pages it may open', async () => {
  const { actor } = await testStaff(ctx, 'hk-data@example.com', 'data')
  const { needs, checks } = await readNeeds(ctx, actor, 'en-US')
  expect(checks.map(({ name }) => name)).toEqual(['feed', 'finding', 'import'])
  expect(of(needs, 'import')).toHaveLength(1)
  await writeFigures(ctx, 'third gateway', { 'market:stock$DE': ctx.clock.now() - 5 * minuteMs })
  const support = await testStaff(ctx, 'hk-support@example.com', 'support')
  const seen = (await readNeeds(ctx, support.actor, 'en-US')).needs
  expect([...of(seen, 'import'), ...of(seen, 'feed')]).toEqual([])
  expect(of((await readNeeds(ctx, actor, 'en-US')).needs, 'feed')).toMatchObject([{ page: '/data/sources' }])
  expect(of(needs, 'ticket')).toEqual([])
})
