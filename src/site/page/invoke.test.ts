import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '#src/platform/platform.ts'
import { type TestAccount, testAccount } from '#test/fixtures/account.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { siteApi } from '#test/fixtures/site-api.ts'
import { apiContext, localeContext, sessionContext } from '../context/context.ts'
import { demand, invoke, send } from './invoke.server.ts'

let ctx: TestPlatform
let who: TestAccount

beforeAll(async () => {
  ctx = await testPlatform()
  who = await testAccount(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

/** The arguments of a Hong Kong page on behalf of `visitor`; null: a visitor without a session. */
function pageOf(visitor: TestAccount | null, platform: Platform = ctx): LoaderFunctionArgs {
  const url = new URL('/zh-HK/dashboard?tab=1', ctx.settings.publicUrl)
  const request = new Request(url)
  const { api } = siteApi(platform as TestPlatform)
  const context = new RouterContextProvider()
  context.set(localeContext, 'zh-HK')
  context.set(apiContext, { invoke: api.invoke, caller: () => api.callerOf(request) })
  if (visitor)
    context.set(sessionContext, {
      actor: visitor.actor,
      acting: null,
      recentUntil: 0,
      account: { id: visitor.actor.accountId, email: visitor.email, timeZone: 'UTC', imageUrl: null },
    })
  return { request, url, context, params: {} } as unknown as LoaderFunctionArgs
}

test('while the disk is full, a page refuses changes in the language of the reader and still reads data', async () => {
  const full = { ...ctx, storage: { full: true } }
  const page = pageOf(who, full)
  const changed = await invoke(page, 'PUT /api/preferences', { body: { theme: 'dark' } })
  expect(changed).toMatchObject({ ok: false, refusal: { status: 503, error: 'storage_full', retryAfter: 60 } })
  expect(!changed.ok && changed.refusal.msg).toMatch(/[\u4e00-\u9fff]/)
  expect((await invoke(page, 'GET /api/preferences', {})).ok).toBe(true)
})

test('a page redirects a visitor without a session to the login and returns 404 for an unknown order', async () => {
  const pending = demand(pageOf(null), 'GET /api/preferences', {})
  await expect(pending).rejects.toSatisfy(
    (answer: Response) => answer.headers.get('location') === '/zh-HK/login?redirect=%2Fzh-HK%2Fdashboard%3Ftab%3D1',
  )
  const unknown = demand(pageOf(who), 'GET /api/order/{no}', { params: { no: 'none' } })
  await expect(unknown).rejects.toMatchObject({ init: { status: 404 } })
})

test('a page opened from another site cannot make changes, but can handle the return from a sign-in provider', async () => {
  const page = pageOf(who)
  const { invoke: call, caller } = page.context.get(apiContext)
  page.context.set(apiContext, { invoke: call, caller: () => ({ ...caller(), isSameSite: false }) })
  const changed = await invoke(page, 'PUT /api/preferences', { body: {} })
  expect(changed).toMatchObject({ refusal: { error: 'cross_site_refused' } })
  const returned = await invoke(page, 'POST /api/auth/provider-return', { body: { search: '' } }, 'server')
  expect(returned).toMatchObject({ refusal: { error: 'login_failed' } })
})

test('a form that is sent twice with the same idempotency key creates one order', async () => {
  const ada = await (await PaymentWorld.open(ctx)).customer('form@example.com')
  const body = { planId: 'integrated-base', period: 'month', network: 'TRC20' }
  const order = () => send(pageOf(ada), 'POST /api/order', { body, headers: { 'idempotency-key': 'form-1' } })
  const made = await Promise.all([order(), order()])
  const numbers = made.map((one) => one.ok && one.data.orderNo)
  expect(numbers[0]).toMatch(/^\d{8}-/)
  expect(numbers[1]).toBe(numbers[0])
})
