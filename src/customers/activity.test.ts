import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { adjustCredit } from '#src/billing/settlement/credit.ts'
import { activities } from '#src/contract/account/activity.ts'
import { staffPermissions } from '#src/contract/staff/permissions.ts'
import { answerTicket } from '#src/support/console-tickets.ts'
import { openOwnTicket } from '#src/support/tickets.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { overrideLimit } from './access.ts'
import { ownActivity } from './activity.ts'
import { addNote } from './notes.ts'
import { restoreCustomer, suspendCustomer } from './suspend.ts'

const secretReason = 'seemed to resell'

test('an account reads its own activity, without the email addresses, notes and reasons of the staff', async () => {
  await using ctx = await testPlatform()
  const ada = await keyOnPlan(ctx, 'integrated-base', { email: 'ada@example.com' })
  const eve = await keyOnPlan(ctx, 'integrated-base', { email: 'eve@example.com' })
  const { actor: staff, email: staffEmail } = await testStaff(ctx, 'ruth@example.com', 'owner')
  const about = { accountId: ada.actor.accountId, version: null }
  const { ticket } = await openOwnTicket(ctx, ada.actor, { message: 'Hi', locale: 'en-US', network: '192.0.2.1' })
  await answerTicket(ctx, staff, { id: ticket, version: null, text: 'Hello', closes: false })
  await addNote(ctx, staff, { ...about, note: secretReason })
  await suspendCustomer(ctx, staff, { ...about, reason: secretReason })
  await restoreCustomer(ctx, staff, { ...about, reason: secretReason })
  const until = ctx.clock.now() + 60_000
  const override = { perMinute: 9, sockets: 9, subscriptions: 9, until }
  await overrideLimit(ctx, staff, { ...about, keyId: ada.keyId, override, reason: secretReason })
  await adjustCredit(ctx, staff, {
    ...{ email: ada.email, version: null, micro: 1_250_000n, paid: true },
    ...{ reason: secretReason, note: secretReason },
  })
  const { entries } = await ownActivity(ctx, ada.actor, { after: null, locale: 'zh-HK' })
  const mask = `${ada.secret.slice(0, 4)}***${ada.secret.slice(-4)}`
  expect(entries.slice(0, 6)).toMatchObject([
    { action: 'credit.adjust', by: 'staff', amount: '1.25' },
    { action: 'customer.limits', by: 'staff', key: mask, until },
    { action: 'customer.restore', by: 'staff' },
    { action: 'customer.suspend', by: 'staff' },
    { action: 'ticket.answer', by: 'staff', number: ticket },
    { action: 'ticket.open', by: 'account', number: ticket },
  ])
  expect(entries.map(({ action }) => action)).toContain('key.issue')
  const read = JSON.stringify(entries)
  for (const hidden of [secretReason, staffEmail, staff.accountId, 'customer.note']) expect(read).not.toContain(hidden)
  const { entries: ofEve } = await ownActivity(ctx, eve.actor, { after: null, locale: 'en-US' })
  expect(JSON.stringify(ofEve)).not.toContain(mask)
  const { entries: ofStaff } = await ownActivity(ctx, staff, { after: null, locale: 'en-US' })
  expect(ofStaff.map(({ action }) => action)).not.toContain('customer.suspend')
})

test('pages of activity neither repeat nor omit an entry, even when entries have equal times', async () => {
  await using ctx = await testPlatform()
  const { actor } = await keyOnPlan(ctx, 'integrated-base', { email: 'ada@example.com' })
  await sql`insert into audit (sealed, at, actor_kind, actor_id, action, subject, detail)
    select true, now() - (n / 40) * interval '1 hour', 'account', ${actor.accountId}, 'ticket.open', n::text, '{}'
    from generate_series(1, 100) n`.execute(ctx.postgres.db)
  const times: number[] = []
  const numbers: number[] = []
  let pages = 0
  for (let after: Parameters<typeof ownActivity>[2]['after'] = null, more = true; more; more = after !== null) {
    const page = await ownActivity(ctx, actor, { after, locale: 'en-US' })
    const opened = page.entries.filter(({ action }) => action === 'ticket.open')
    times.push(...opened.map(({ at }) => at))
    numbers.push(...opened.map(({ number }) => Number(number)))
    after = page.next
    pages += 1
  }
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
  expect(pages).toBe(4)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

/** Actions that an account does not see in its own log. A trailing dot covers all actions with that prefix. */
const notShown = [
  ...[
    'action.',
    'alert.',
    'announcement.',
    'approval.',
    'audit.',
    'calendar.',
    'coupon.',
    'coverage.',
    'source.',
    'status.',
    'incident.',
    'instrument.',
    'network.',
    'payment.',
  ],
  ...[
    'payments.',
    'plans.',
    'symbol.',
    'console.',
    'changelog.',
    'content.',
    'brand.',
    'keyring.',
    'now.',
    'installation.',
  ],
  ...['import.', 'quarantine.', 'upload.', 'backup.', 'bars.', 'feed_key.', 'finding.', 'job.'],
  // These actions only read, or concern only the staff.
  ...[
    'customer.note',
    'customer.resend_mail',
    'customer.search',
    'customer.view',
    'customer.view_as',
    'order.list',
    'order.story',
    'refund.check',
    'refund.list',
  ],
  ...['staff.list', 'ticket.assign', 'ticket.list', 'ticket.read', 'ticket.texts'],
  // These actions are too minor to show, or part of another action.
  ...['account.chart_layout', 'account.chart_layout_removed', 'order.claim', 'order.extend', 'session.proved'],
  ...['price_alert.webhook_replay', 'price_alert.webhook_test'],
  ...['watchlist.change', 'watchlist.create', 'watchlist.remove'],
  'account.deleted',
  'team.act',
]

test('each action of the audit log is declared as visible to accounts or as hidden', () => {
  const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const literal = /\.audit\(\s*tx,[^'"`]*(?:\{[^}]*\},\s*)?'([a-z_]+\.[a-z_]+)'/g
  const written = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(literal)].map(([, action]) => action))
  expect(written.length).toBeGreaterThan(60)
  const all = [...new Set([...written, ...Object.keys(staffPermissions)])]
  const isHidden = (action = '') =>
    notShown.some((name) => (name.endsWith('.') ? action.startsWith(name) : action === name))
  expect(all.filter((action) => !isHidden(action)).sort()).toEqual([...activities])
})
