import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CheckName, Need } from '#src/contract/operator/now.ts'
import { dayMs, hourMs, minuteMs } from '#src/contract/time.ts'
import { saveDraft } from '#src/plans/editions/editions.ts'
import { loadCatalogue } from '#src/plans/editions/follow.ts'
import { firstEdition } from '#src/plans/first-edition.ts'
import { writeFigures } from '#src/platform/figures/process-figures.ts'
import { openTicket } from '#src/support/tickets.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { readNeeds } from './needs.ts'

const cli = { kind: 'operator-cli' } as const

let ctx: TestPlatform
beforeAll(async () => {
  // a Monday on which New York, London and Frankfurt trade
  ctx = await testPlatform({ now: '2026-11-23T15:30:00Z' })
})
afterAll(() => ctx[Symbol.asyncDispose]())

const read = () => readNeeds(ctx, cli, 'en-US')
const of = (needs: readonly Need[], check: CheckName) => needs.filter((need) => need.check === check)
const stateOf = async (check: CheckName) => (await read()).checks.find(({ name }) => name === check)?.state

test('a market that trades without an event is silent; one that is closed, or whose hours are unknown, is not', async () => {
  expect(await stateOf('feed')).toBe('unknown')
  const now = ctx.clock.now()
  await writeFigures(ctx, 'gateway', {
    'market:stock$US': now - 2 * minuteMs,
    'market:stock$GB': now - 4 * minuteMs,
    'market:crypto$': now - 11 * minuteMs,
    'market:stock$JP': now - 6 * hourMs,
    'market:indices$': now - 6 * hourMs,
  })
  expect(of((await read()).needs, 'feed')).toMatchObject([
    { id: 'crypto$', tone: 'bad', since: now - 11 * minuteMs, facts: { class: 'crypto', region: '' } },
    { id: 'stock$GB', tone: 'warn', facts: { class: 'stock', region: 'GB' } },
  ])
  await writeFigures(ctx, 'second gateway', { 'market:crypto$': now, 'market:stock$GB': now })
  expect(await stateOf('feed')).toBe('fine')
})

test('tickets, failed mails, imports with quarantined rows and ending deals wait with their way', async () => {
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
    { facts: { file: 'hk.csv', rows: 100, quarantined: 7, reasons: 'high below low' } },
  ])
  expect(of(needs, 'deal')).toMatchObject([
    { tone: 'warn', page: `/customers/${actor.accountId}`, facts: { plan: 'Stocks US · Base', days: 3 } },
  ])
})

test('an open incident waits with its customer; that of a closed network is told by the network alone', async () => {
  const at = new Date(ctx.clock.now() - hourMs)
  await sql`insert into payment_incident (network, kind, subject, opened_at) values
    ('TRC20', 'sources_disagree', 'tx 1', ${at}), ('TRC20', 'network_lagging', 'TRC20', ${at})`.execute(ctx.postgres.db)
  const { needs } = await read()
  expect(of(needs, 'held')).toMatchObject([
    { tone: 'bad', since: at.getTime(), facts: { incident: 'sources_disagree' }, command: 'payments list' },
  ])
  expect(of(needs, 'network').map(({ facts }) => facts.why)).toEqual(['never_opened', 'never_opened'])
  const ranks = needs.map(({ tone }) => ['bad', 'warn', 'none'].indexOf(tone))
  expect(ranks).toEqual([...ranks].sort())
})

test('a backup is missed when the newest is older than a day, and at once when it is damaged', async () => {
  const make = (id: string, hours: number, fault: string | null = null) =>
    sql`insert into backup (id, made_at, folder, bytes, reused, fault)
      values (${id}, ${new Date(ctx.clock.now() - hours * hourMs)}, '/backups', 1, 0, ${fault})`.execute(
      ctx.postgres.db,
    )
  expect(await stateOf('backup')).toBe('fine')
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

test('the disk and the chain of the log were looked at', async () => {
  expect(await stateOf('disk')).toMatch(/fine|needs/)
  expect(await stateOf('chain')).toBe('fine')
})

test('a draft of the plans is told to those who see plans', async () => {
  await loadCatalogue(ctx)
  expect(await read()).toMatchObject({ hasDraft: false })
  await saveDraft(ctx, cli, { document: { ...firstEdition, newcomerDiscount: 25 }, version: null })
  expect(await read()).toMatchObject({ hasDraft: true })
  const { actor } = await testStaff(ctx, 'data@example.com', 'data')
  expect(await readNeeds(ctx, actor, 'en-US')).toMatchObject({ hasDraft: false })
})

test('a role sees what it may act on', async () => {
  const { actor } = await testStaff(ctx, 'hk-data@example.com', 'data')
  const { needs, checks } = await readNeeds(ctx, actor, 'en-US')
  expect(checks.map(({ name }) => name)).toEqual(['feed', 'disk', 'import'])
  expect(of(needs, 'import')).toHaveLength(1)
  expect(of(needs, 'ticket')).toEqual([])
})
