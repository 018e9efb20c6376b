import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mayUse, type StaffVerb, staffPermissions } from '#src/contract/staff/permissions.ts'
import { staffRoles } from '#src/contract/staff/role.ts'
import type { Actor } from '#src/platform/actor.ts'
import { type KeyOnPlan, keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { disconnectSocket, overrideLimit, resendMail, revokeCustomerKey } from './access.ts'
import { addNote } from './notes.ts'
import { searchCustomers } from './search.ts'
import { restoreCustomer, signOutCustomer, suspendCustomer } from './suspend.ts'
import { viewCustomer } from './view/overview.ts'
import { viewAsCustomer } from './view/view-as-customer.ts'

type Decision = Extract<StaffVerb, `customer.${string}`>
const cli = { kind: 'operator-cli' } as const
const reason = 'a test'

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true })
})
afterAll(() => ctx[Symbol.asyncDispose]())

const calls: Record<Decision, (actor: Actor, customer: KeyOnPlan) => Promise<unknown>> = {
  'customer.search': (actor, { email }) => searchCustomers(ctx, actor, email),
  'customer.view': (actor, customer) => viewCustomer(ctx, actor, customer.actor.accountId, 'en-US'),
  'customer.view_as': (actor, customer) => viewAsCustomer(ctx, actor, customer.actor.accountId),
  'customer.suspend': (actor, customer) => suspendCustomer(ctx, actor, { ...about(customer), reason }),
  'customer.restore': (actor, customer) => restoreCustomer(ctx, actor, { ...about(customer), reason }),
  'customer.sign_out': (actor, customer) => signOutCustomer(ctx, actor, about(customer)),
  'customer.note': (actor, customer) => addNote(ctx, actor, { ...about(customer), note: 'called us' }),
  'customer.limits': (actor, customer) => {
    const override = { perMinute: 9, sockets: 9, subscriptions: 9, until: ctx.clock.now() + 1 }
    return overrideLimit(ctx, actor, { ...about(customer), keyId: customer.keyId, override, reason })
  },
  'customer.revoke_key': (actor, customer) =>
    revokeCustomerKey(ctx, actor, { ...about(customer), keyId: customer.keyId, reason }),
  'customer.disconnect': (actor, customer) =>
    disconnectSocket(ctx, actor, { ...about(customer), socketId: customer.keyId }),
  'customer.resend_mail': async (actor, customer) => {
    const { rows } = await sql<{ id: bigint }>`select max(id) as id from mail_outbox
      where to_address = ${customer.email}`.execute(ctx.postgres.db)
    return resendMail(ctx, actor, { ...about(customer), mailId: Number(rows[0]?.id) })
  },
}

const about = ({ actor }: KeyOnPlan) => ({ accountId: actor.accountId, version: null })

let count = 0
async function customerFor(verb: Decision): Promise<KeyOnPlan> {
  const { db } = ctx.postgres
  const customer = await keyOnPlan(ctx, 'integrated-base', { email: `customer${++count}@example.com` })
  const { accountId } = customer.actor
  if (verb === 'customer.restore') await calls['customer.suspend'](cli, customer)
  await sql`insert into socket_book (id, seen_at) values ('book', ${new Date(ctx.clock.now())})
    on conflict do nothing`.execute(db)
  await sql`insert into open_socket (id, book_id, key_id, account_id, facts)
    values (${customer.keyId}, 'book', ${customer.keyId}, ${accountId}, '{}')`.execute(db)
  const mail = { to: customer.email, subject: 's', text: 't', html: 'h', kind: 'test' }
  await ctx.postgres.transaction((tx) => ctx.mail.queue(tx, mail))
  await sql`update mail_outbox set status = 'failed' where to_address = ${customer.email}`.execute(db)
  return customer
}

async function auditedAfter(id: bigint) {
  const { rows } = await sql<{ id: bigint; action: string; actor_kind: string }>`
    select id, action, actor_kind from audit where id > ${id} order by id`.execute(ctx.postgres.db)
  return rows
}

test.each(staffRoles)(
  'the role %s may make only its permitted customer decisions; each decision except a search writes one audit row',
  async (role) => {
    const { actor } = await testStaff(ctx, `${role}@example.com`, role)
    for (const verb of Object.keys(calls) as Decision[]) {
      const customer = await customerFor(verb)
      const before = (await auditedAfter(0n)).at(-1)?.id ?? 0n
      const refusal = await calls[verb](actor, customer).then(
        () => null,
        (error: { error?: string }) => error.error ?? String(error),
      )
      expect(refusal, verb).toBe(mayUse(verb, [role]) ? null : 'staff_role_required')
      const changed = refusal === null && verb !== 'customer.search'
      const written = await auditedAfter(before)
      expect(written, verb).toMatchObject(changed ? [{ action: verb, actor_kind: 'staff' }] : [])
    }
  },
)

test('the tests of this file call every staff decision about customers', () => {
  const verbs = Object.keys(staffPermissions).filter((verb) => verb.startsWith('customer.'))
  expect(Object.keys(calls).sort()).toEqual(verbs.sort())
})

test('a failed suspension of a customer leaves no audit row', async () => {
  const customer = await customerFor('customer.note')
  const before = (await auditedAfter(0n)).at(-1)?.id ?? 0n
  await calls['customer.suspend'](cli, customer)
  await expect(calls['customer.suspend'](cli, customer)).rejects.toMatchObject({ error: 'conflict' })
  expect(await auditedAfter(before)).toHaveLength(1)
})
