import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPreferences } from '#src/accounts/sessions/profile.ts'
import { perLocale } from '#src/contract/locale.ts'
import { sendBatch } from '#src/platform/mail/mail-sender.ts'
import { cursorText } from '#src/platform/stores/cursor.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import { keepCannedText, listCannedTexts } from './canned-texts.ts'
import { answerTicket, assignTicket, closeTicket, listTickets, readTicket, reopenTicket } from './console-tickets.ts'
import { openOwnTicket, openTicket, ownThread, ownTickets, replyToTicket } from './tickets.ts'

const cli = { kind: 'operator-cli' } as const
const network = '203.0.113.7'
const texts = { ...perLocale(() => 'Try again, please.'), 'zh-CN': '请重试。', 'zh-HK': '請再試一次。' }

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform()
})
afterAll(() => ctx[Symbol.asyncDispose]())

let count = 0
/** Creates a customer with one ticket. */
async function customer() {
  const { actor, email } = await testAccount(ctx, `customer${++count}@example.com`)
  const { ticket: id } = await openOwnTicket(ctx, actor, { message: 'The chart is\nempty', locale: 'en-US', network })
  return { actor, email, id, about: { id, version: null } }
}

test('an answer of support and a reply of the customer change the state of the ticket and are announced by mail', async () => {
  const { actor, email, id, about } = await customer()
  const { actor: staff } = await testStaff(ctx, 'answers@example.com', 'support')
  await setPreferences(ctx, actor, { locale: 'zh-CN' })
  await answerTicket(ctx, staff, { ...about, text: ' Which one?\r\n<b>AAPL</b>? ', closes: false })
  expect(await ownThread(ctx, actor, id)).toMatchObject({
    ticket: { state: 'answered', assigneeId: staff.accountId },
    messages: [
      { author: 'customer', text: 'The chart is\nempty' },
      { author: 'staff', text: 'Which one?\n<b>AAPL</b>?' },
    ],
  })
  const [mail] = await ctx.mails(email)
  expect(mail?.subject).toBe(`您的留言已有回复，编号 ${id}`)
  expect(mail?.text).toContain(`/zh-CN/dashboard/tickets/${id}`)
  expect(mail?.html).toContain('Which one?<br>&lt;b&gt;AAPL&lt;/b&gt;?')
  expect(`${mail?.text}${mail?.html}`).not.toContain('The chart is')
  await closeTicket(ctx, staff, about)
  await ctx.clock.advance(60_000)
  await replyToTicket(ctx, actor, { id, message: 'AAPL' })
  expect((await readTicket(ctx, cli, id)).ticket).toMatchObject({ state: 'open', assigneeId: staff.accountId })
  const [operatorMail] = await ctx.mails('support@example.com')
  expect(operatorMail?.subject).toBe(`编号 ${id}：客户追加了留言`)
  expect((await audited(ctx, 'ticket.answer')).at(-1)).toMatchObject({
    actor_kind: 'staff',
    subject: id,
    detail: { state: 'answered' },
  })
})

test('if a staff member reads a ticket twice in succession, the audit log gets only one customer view', async () => {
  const { actor, id } = await customer()
  const { actor: staff } = await testStaff(ctx, 'reads@example.com', 'support')
  await readTicket(ctx, staff, id)
  await readTicket(ctx, staff, id)
  const views = (await audited(ctx, 'customer.view')).filter(({ subject }) => subject === actor.accountId)
  expect(views).toMatchObject([{ actor_kind: 'staff' }])
})

test('a visitor is answered only by mail, in the language of the page, with the support address as the reply address', async () => {
  await using live = await testPlatform({ mail: 'smtp' })
  const written = { name: 'Zoe', email: 'zoe@example.com', message: '查詢', locale: 'zh-HK', network } as const
  const { ticket: id } = await openTicket(live, { ...written, actor: null })
  await answerTicket(live, cli, { id, version: null, text: '已處理', closes: true })
  const sent: { to: string; replyTo?: string | undefined; subject: string; text: string }[] = []
  await sendBatch(live, async (mail) => void sent.push(mail))
  const answer = sent.find(({ subject }) => subject === `您的留言已有回覆，編號 ${id}`)
  expect(answer).toMatchObject({ to: written.email, replyTo: 'support@example.com' })
  expect(answer?.text).not.toContain('/dashboard/')
  expect(sent.filter(({ replyTo }) => replyTo !== undefined)).toHaveLength(1)
})

test('nobody can read or continue the ticket of another account', async () => {
  const { id } = await customer()
  const eve = await testAccount(ctx, 'eve@example.com')
  await expect(ownThread(ctx, eve.actor, id)).rejects.toMatchObject({ error: 'not_found' })
  await expect(replyToTicket(ctx, eve.actor, { id, message: 'Hi' })).rejects.toMatchObject({ error: 'not_found' })
  expect((await ownTickets(ctx, eve.actor, { limit: 20, after: null })).rows).toEqual([])
})

test('a ticket that has changed since it was read can be neither answered nor closed', async () => {
  const { actor, id } = await customer()
  const read = { id, version: 0 }
  await assignTicket(ctx, cli, { ...read, assigneeId: null })
  const late = answerTicket(ctx, cli, { ...read, text: 'Hello', closes: false })
  await expect(late).rejects.toMatchObject({ error: 'changed_meanwhile' })
  await replyToTicket(ctx, actor, { id, message: 'It works again' })
  await expect(closeTicket(ctx, cli, { id, version: 1 })).rejects.toMatchObject({ error: 'changed_meanwhile' })
  await closeTicket(ctx, cli, { id, version: 2 })
  await expect(closeTicket(ctx, cli, { id, version: null })).rejects.toMatchObject({ error: 'conflict' })
  await reopenTicket(ctx, cli, { id, version: 3 })
  expect((await readTicket(ctx, cli, id)).ticket).toMatchObject({ state: 'open', version: 4 })
})

test('a ticket can be assigned only to a person who may answer it', async () => {
  const { id, about } = await customer()
  const { actor: support } = await testStaff(ctx, 'takes@example.com', 'support')
  const { actor: data } = await testStaff(ctx, 'data@example.com', 'data')
  const give = (assigneeId: string) => assignTicket(ctx, support, { ...about, assigneeId })
  await expect(give(data.accountId)).rejects.toMatchObject({ error: 'staff_role_required' })
  await expect(assignTicket(ctx, data, { ...about, assigneeId: null })).rejects.toMatchObject({
    error: 'staff_role_required',
  })
  await give(support.accountId)
  const { rows } = await listTickets(ctx, cli, { assigneeId: support.accountId }, { limit: 10, after: null })
  expect(rows.map((ticket) => ticket.id)).toEqual([id])
})

test('setting the assignee of a waiting ticket does not change its place in the queue', async () => {
  await using own = await testPlatform()
  const open = async (email: string) => {
    const written = { name: 'Zoe', email, message: 'Hello', locale: 'en-US', network, actor: null } as const
    const { ticket } = await openTicket(own, written)
    await own.clock.advance(60_000)
    return ticket
  }
  const [first, second] = [await open('first@example.com'), await open('second@example.com')]
  await assignTicket(own, cli, { id: first, version: 0, assigneeId: null })
  const { rows } = await listTickets(own, cli, { state: 'open' }, { limit: 10, after: null })
  expect(rows.map(({ id }) => id)).toEqual([first, second])
  expect(rows[0]).toMatchObject({ version: 1, changedAt: rows[0]?.openedAt })
})

test('a further message of the customer does not change the place of a waiting ticket in the queue', async () => {
  await using own = await testPlatform()
  const { actor } = await testAccount(own, 'waits@example.com')
  const written = { message: 'Hello', locale: 'en-US', network } as const
  const open = async () => {
    await own.clock.advance(60_000)
    return (await openOwnTicket(own, actor, written)).ticket
  }
  const [first, second, third] = [await open(), await open(), await open()]
  const begun = own.clock.now() - 120_000
  await own.clock.advance(60_000)
  await replyToTicket(own, actor, { id: first, message: 'It is still so' })
  await answerTicket(own, cli, { id: second, version: null, text: 'Better now?', closes: false })
  await own.clock.advance(60_000)
  await replyToTicket(own, actor, { id: second, message: 'No' })
  const waiting: string[] = []
  for (let after: Parameters<typeof listTickets>[3]['after'] = null, more = true; more; more = after !== null) {
    const page = await listTickets(own, cli, { state: 'open' }, { limit: 1, after })
    waiting.push(...page.rows.map(({ id }) => id))
    after = page.next
  }
  expect(waiting).toEqual([first, third, second])
  expect((await readTicket(own, cli, first)).ticket.waitingSince).toBe(begun)
  await closeTicket(own, cli, { id: first, version: null })
  expect((await readTicket(own, cli, first)).ticket.waitingSince).toBeNull()
})

test('pages of tickets neither repeat nor omit a ticket, even when tickets have equal times', async () => {
  const { actor } = await customer()
  for (let at = 0; at < 4; at += 1) await openOwnTicket(ctx, actor, { message: `${at}`, locale: 'en-US', network })
  const ids: string[] = []
  for (let after: Parameters<typeof ownTickets>[2]['after'] = null, more = true; more; more = after !== null) {
    const page = await ownTickets(ctx, actor, { limit: 2, after })
    ids.push(...page.rows.map(({ id }) => id))
    after = page.next
    if (after) expect(cursorText(after)).toMatch(/^\d+-\w+$/)
  }
  expect(ids).toHaveLength(5)
  expect(new Set(ids).size).toBe(5)
})

test('a canned text needs a valid name and a text in a language, and an edit of an outdated version is refused', async () => {
  const keep = (change: object) => keepCannedText(ctx, cli, { name: 'try-again', version: null, texts, ...change })
  await expect(keep({ texts: perLocale(() => ' ') })).rejects.toMatchObject({ error: 'missing_parameter' })
  await expect(keep({ name: 'Try again' })).rejects.toMatchObject({ error: 'invalid_parameter' })
  await keep({})
  await keep({ version: 0 })
  await expect(keep({ version: 0 })).rejects.toMatchObject({ error: 'changed_meanwhile' })
  expect(await listCannedTexts(ctx, cli)).toEqual([{ name: 'try-again', texts, version: 1 }])
  await keep({ texts: null })
  await expect(keep({ texts: null })).rejects.toMatchObject({ error: 'not_found' })
})

test('of several people who add a canned text under the same name at once, only one succeeds', async () => {
  const add = (text: string) =>
    keepCannedText(ctx, cli, { name: 'at-once', version: 'new', texts: perLocale(() => text) })
  const added = await Promise.allSettled([...'abcdefgh'].map(add))
  const refused = added.flatMap((one) => (one.status === 'rejected' ? [one.reason.error] : []))
  expect(refused).toEqual(Array.from({ length: 7 }, () => 'conflict'))
  await keepCannedText(ctx, cli, { name: 'at-once', version: 0, texts: null })
})

test('the ticket commands list, show, assign, answer, close and reopen tickets, and keep canned texts', async () => {
  const { actor, email, id } = await customer()
  await testStaff(ctx, 'named@example.com', 'owner')
  await setPreferences(ctx, actor, { locale: 'zh-HK' })
  const flags = Object.entries(texts).flatMap(([locale, text]) => [`--${locale}`, text])
  expect(await tapewire(ctx, 'ticket', 'texts', 'again', ...flags)).toContain('zh-CN  请重试。')
  expect(await tapewire(ctx, 'ticket', 'list', '--state', 'open', '--assignee', 'nobody')).toContain(`${id}  open`)
  await expect(tapewire(ctx, 'ticket', 'list', '--state', 'lost')).rejects.toThrow('Usage')
  await tapewire(ctx, 'ticket', 'assign', id.toLowerCase(), '--to', 'named@example.com')
  await tapewire(ctx, 'ticket', 'answer', id, '--canned', 'again', '--close')
  expect((await ctx.mails(email))[0]?.text).toContain(texts['zh-HK'])
  expect(await tapewire(ctx, 'ticket', 'show', id)).toMatch(
    new RegExp(`^${id}  closed .*\\nAssigned to named@example.com\\n[^]*the command line\\n${texts['zh-HK']}$`),
  )
  await tapewire(ctx, 'ticket', 'reopen', id)
  await tapewire(ctx, 'ticket', 'close', id)
  await expect(tapewire(ctx, 'ticket', 'close', 'NOSUCHNO')).rejects.toThrow('nothing of that number')
  expect(await tapewire(ctx, 'ticket', 'texts', 'again', '--remove')).toBe('There are no canned texts.')
})
