import { globSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '#src/contract/route.ts'
import { loadCatalogue } from '#src/plans/editions/follow.ts'
import type { TestAccount } from '#test/fixtures/account.ts'
import type { ConsoleCallContext, Sent } from '#test/fixtures/console-call-context.ts'
import { consoleCalls } from '#test/fixtures/console-calls.ts'
import { expectAudited, noteChanges, transactionsOf } from '#test/fixtures/noted-changes.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { silentCalls } from '#test/fixtures/silent-calls.ts'
import { type Answer, type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { proveStaff, testStaff } from '#test/fixtures/staff.ts'

/** Calls that write several audit rows, one for each changed thing. */
const severalRows: Record<string, string[]> = {
  'POST /api/operator/approvals/{id}/confirm': ['credit.adjust'],
  'POST /api/operator/customers/{id}/extend': ['key.end', 'subscription.extend'],
  'POST /api/operator/plans/deals': ['key.issue', 'subscription.grant'],
  'POST /api/operator/orders/{no}/settle': ['key.plan', 'order.complete', 'order.settle_by_hand'],
}

/** A call may update the time at which its session was last seen. */
const always = ['account_session']

/** Tables that a call may also change outside of its audit row's transaction. */
const besides: Record<string, Record<string, string>> = {
  'POST /api/operator/imports/{id}/release': {
    imports: 'the import of the released rows, which may take minutes',
    quarantine_row: 'rows that it refuses again',
    bar_sources: 'what the history is made of',
  },
  'POST /api/operator/instruments/{id}/merge': {
    instrument_merges: 'the intention, before history moves in the column store',
  },
  'PUT /api/operator/uploads/{id}': { imports: 'how much has arrived, so that a broken connection goes on from there' },
}

let ctx: TestPlatform
let site: SiteApi
let context: ConsoleCallContext
let owner: TestAccount
let second: TestAccount
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true })
  const world = await PaymentWorld.open(ctx)
  await loadCatalogue(ctx)
  await noteChanges(ctx)
  site = siteApi(ctx)
  owner = await testStaff(ctx, 'owner@example.com', 'owner')
  second = await testStaff(ctx, 'second@example.com', 'owner')
  const request: ConsoleCallContext['request'] = async (path, body, method) => {
    await proveStaff(ctx, owner, second)
    const answer = await send({ method: method ?? (body ? 'POST' : 'GET'), path: `/api/operator${path}`, body })
    expect(answer.status, `${path}: ${answer.msg}`).toBe(200)
    return answer
  }
  context = { ctx, world, owner, request }
})
afterAll(() => ctx[Symbol.asyncDispose]())

async function send(call: { method: string; path: string; body?: unknown }, who = owner): Promise<Answer> {
  const { method, path, body } = call
  const type = typeof body === 'string' ? 'application/octet-stream' : 'application/json'
  const headers = { authorization: `Bearer ${who.token}`, 'content-type': type }
  return site.send(path, { method, headers, ...(body === undefined ? {} : { body }) })
}

async function called(name: string, { params = {}, query = '', body, second: bySecond, waits }: Sent): Promise<Answer> {
  const [method = '', path = ''] = name.split(' ')
  const aimed = path.replaceAll(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(params[param] ?? ''))
  const answer = send({ method, path: aimed + query, body }, bySecond ? second : owner)
  let isAnswered = !waits
  void answer.finally(() => {
    isAnswered = true
  })
  while (!isAnswered) {
    await ctx.clock.advance(100)
    await setImmediate()
  }
  return answer
}

test.each(Object.keys(consoleCalls))(
  'the console call %s writes its audit row in the transaction of its change',
  async (name) => {
    const sent = await consoleCalls[name]?.(context)
    await proveStaff(ctx, owner, second)
    let answer: Answer | undefined
    const transactions = await transactionsOf(ctx, async () => {
      answer = await called(name, sent ?? {})
    })
    expect(answer, JSON.stringify(answer?.body)).toMatchObject({ status: 200 })
    expectAudited(transactions, {
      actions: severalRows[name] ?? [expect.any(String)],
      besides: [...always, ...Object.keys(besides[name] ?? {})],
    })
  },
)

test('the table of this test lists every console call that changes data', async () => {
  const files = globSync('src/contract/operator/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const modules: object[] = await Promise.all(files.map((file) => import(/* @vite-ignore */ `../../${file}`)))
  const routes = modules.flatMap((module) => Object.entries(module)).filter(([name]) => name.endsWith('Route'))
  const changing = routes.map(([, route]: [string, Route]) => route).filter(({ method }) => method !== 'GET')
  const silent = Object.keys(silentCalls).filter((name) => name.includes('/api/operator/'))
  const known = [...Object.keys(consoleCalls), ...silent]
  expect(known.sort()).toEqual(changing.map(({ method, path }) => `${method} ${path}`).sort())
})
