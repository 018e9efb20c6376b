import { globSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireBotCheck } from '#src/accounts/factors/bot-check.ts'
import type { Route } from '#src/contract/route.ts'
import { mountChartLayouts } from '#src/layouts/http.ts'
import { ClickRecorder } from '#src/support/clicks/click-recorder.ts'
import { mountSupport } from '#src/support/http.ts'
import { mountWatchlists } from '#src/watchlists/http.ts'
import { type AccountCallContext, accountCalls, type Sent } from '#test/fixtures/account-calls.ts'
import { expectAudited, noteChanges, transactionsOf } from '#test/fixtures/noted-changes.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { silentCalls } from '#test/fixtures/silent-calls.ts'
import { quickRandom, type SiteApi, siteApi } from '#test/fixtures/site-api.ts'

/** Calls that write several audit rows, one for each changed thing. */
const severalRows: Record<string, string[]> = {
  'POST /api/auth/signup': ['account.create', 'key.issue', 'session.open'],
}

/** Tables that calls may also change outside of the audit row's transaction. Even a failed call uses up a proof. */
const proofs = {
  account_session: 'when it was last seen',
  account_code: 'a code of a mail',
  account_recovery_code: 'a recovery code',
  mail_outbox: 'tells that a recovery code was used',
  account_flow: 'the challenge of a passkey, a try of the second factor',
  account_passkey: 'the counter of a passkey',
  account_bot_check: 'a solved bot check',
}

/** Calls that change nothing in the database except the audit log. */
const loggedOnly = ['POST /api/usage/sockets/{id}/close']

/** Calls that need more data than this test provides. */
const notMade: Record<string, string> = {
  'POST /api/auth/provider-return': 'a provider has to answer: src/accounts/providers/sign-in.test.ts',
  'POST /api/auth/provider-consent': 'a provider has to answer: src/accounts/providers/links.test.ts',
}

let ctx: TestPlatform
let site: SiteApi
let context: AccountCallContext
let clicks: ClickRecorder
beforeAll(async () => {
  ctx = await testPlatform({ random: quickRandom })
  const world = await PaymentWorld.open(ctx)
  await noteChanges(ctx)
  site = siteApi(ctx)
  clicks = new ClickRecorder(ctx)
  mountSupport(site.api, { version: '1', clicks, requireBotCheck })
  mountChartLayouts(site.api)
  mountWatchlists(site.api)
  context = { ctx, world, site }
})
afterAll(async () => {
  await clicks[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

async function called(name: string, { params = {}, body = {}, cookie, token, act }: Sent): Promise<unknown> {
  if (act) return act()
  const [method = '', path = ''] = name.split(' ')
  const aimed = path.replaceAll(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(params[param] ?? ''))
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await site.send(aimed, { method, body, headers, ...(cookie === undefined ? {} : { cookie }) })
  return expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
}

test.each(Object.keys(accountCalls))(
  'the call %s writes its audit row in the transaction of its change',
  async (name) => {
    const sent = await accountCalls[name]?.(context)
    const transactions = await transactionsOf(ctx, () => called(name, sent ?? {}))
    expectAudited(transactions, {
      actions: severalRows[name] ?? [expect.any(String)],
      besides: Object.keys(proofs),
      changesRows: !loggedOnly.includes(name),
    })
  },
)

test('the tables of this test list every account call that changes data', async () => {
  const files = globSync('src/contract/account/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const modules: object[] = await Promise.all(files.map((file) => import(/* @vite-ignore */ `../../${file}`)))
  const routes = modules.flatMap((module) => Object.entries(module)).filter(([name]) => name.endsWith('Route'))
  const changing = routes.map(([, route]: [string, Route]) => route).filter(({ method }) => method !== 'GET')
  const silent = Object.keys(silentCalls).filter((name) => !name.includes('/api/operator/'))
  const known = [...Object.keys(accountCalls), ...silent, ...Object.keys(notMade)]
  expect(known.sort()).toEqual(changing.map(({ method, path }) => `${method} ${path}`).sort())
})
