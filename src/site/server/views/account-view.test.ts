import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hourMs } from '#src/contract/time.ts'
import { type TestAccount, testAccount } from '#test/fixtures/account.ts'
import { type KeyOnPlan, keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited } from '#test/fixtures/tapewire.ts'
import { apiContext, localeContext, type PageSession, sessionContext } from '../../context/context.ts'
import { invoke } from '../../page/invoke.server.ts'
import { accountViewOf, answerView, type ViewedAs } from './account-view.ts'

let ctx: TestPlatform
let site: SiteApi
let ada: KeyOnPlan
let support: TestAccount
beforeAll(async () => {
  ctx = await testPlatform()
  site = siteApi(ctx)
  ada = await keyOnPlan(ctx, 'stock-us-base', { email: 'ada@example.com' })
})
beforeEach(async () => {
  support = await testStaff(ctx, `support-${ctx.random.uuid()}@example.com`, 'support')
})
afterAll(() => ctx[Symbol.asyncDispose]())

const sessionOf = ({ actor, email }: TestAccount): PageSession => ({
  actor,
  acting: null,
  recentUntil: 0,
  account: { id: actor.accountId, email, timeZone: 'UTC', imageUrl: null },
})

/** A page as the router renders it for a frame. */
const rendered = '<html data-theme="dark" data-framed=""><head></head><body><main>hello</main></body></html>'
const page = async () => new Response(rendered, { headers: { 'set-cookie': 'a=b', 'content-type': 'text/html' } })

type ViewCase = { by?: TestAccount | null; of?: TestAccount; path?: string; method?: string }

async function view(
  { by = support, of = ada, path = '/en-US/dashboard', method = 'GET' }: ViewCase,
  render: (as: ViewedAs) => Promise<Response> = page,
): Promise<Response> {
  const url = `http://localhost:3000/en-US/operator/customers/${of.actor.accountId}/view${path}`
  const request = new Request(url, { method, headers: { cookie: 'theme=dark' } })
  const accountView = accountViewOf(request)
  if (!accountView) throw new Error(`${url} is no view`)
  const context = new RouterContextProvider()
  context.set(localeContext, 'en-US')
  context.set(apiContext, { invoke: site.api.invoke, caller: () => site.api.callerOf(request) })
  context.set(sessionContext, by && sessionOf(by))
  return answerView(ctx, accountView, { request, context, render })
}

const pages = [
  '',
  '/usage',
  '/alerts',
  '/billing',
  '/tickets',
  '/tickets/T-1',
  '/activity',
  '/security',
  '/preferences',
]

test.each([...pages.map((one) => `/dashboard${one}`), '/payment', '/payment/7', '/payment/7/receipt'])(
  'a customer view of the page %s uses the customer’s account, but neither the session of the customer nor that of support',
  async (path) => {
    let seen: ViewedAs | null = null
    const answer = await view({ path: `/en-US${path}` }, async (as) => {
      seen = as
      return page()
    })
    expect(answer.status).toBe(200)
    const { accountId, sessionId } = ada.actor
    expect(seen).toMatchObject({ session: { actor: { accountId }, account: { email: 'ada@example.com' } } })
    expect(seen).not.toMatchObject({ session: { actor: { sessionId } } })
    expect(seen).not.toMatchObject({ session: { actor: { sessionId: support.actor.sessionId } } })
  },
)

test('a customer view sets no cookie, and only pages of the same site may show it in a frame', async () => {
  const answer = await view({})
  const html = await answer.text()
  expect(html).toBe(rendered)
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  const base = `/en-US/operator/customers/${ada.actor.accountId}/view/`
  const policy = answer.headers.get('content-security-policy')?.split('; ')
  expect(policy).toContain('sandbox allow-same-origin allow-forms')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`form-action localhost:3000${base}`)
  expect(policy).toContain("frame-ancestors 'self'")
})

test('a page that contains a script is not sent in a customer view', async () => {
  const scripted = async () => new Response(rendered.replace('hello', '<script>self.data="secret"</script>'))
  await expect(view({}, scripted)).rejects.toThrow('has a script')
})

test('viewing several pages of a customer writes one audit row', async () => {
  const rows = async () => (await audited(ctx, 'customer.view_as')).length
  const before = await rows()
  await view({})
  await view({ path: '/en-US/dashboard/usage' })
  expect(await rows()).toBe(before + 1)
})

test("a customer view is refused without a session or permission, for staff accounts, and for pages outside the customer's account", async () => {
  const refusalOf = async (input: ViewCase) => {
    let rendered = false
    const answer = await view(input, async () => {
      rendered = true
      return page()
    })
    expect(rendered).toBe(false)
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    return answer.status
  }
  expect(await refusalOf({ by: null })).toBe(401)
  expect(await refusalOf({ by: await testAccount(ctx, 'eve@example.com') })).toBe(404)
  expect(await refusalOf({ by: await testStaff(ctx, 'data@example.com', 'data') })).toBe(403)
  expect(await refusalOf({ of: await testStaff(ctx, 'owner@example.com', 'owner') })).toBe(409)
  expect(await refusalOf({ path: '/en-US/operator/staff' })).toBe(404)
  expect(await refusalOf({ path: '/en-US/dashboard.data' })).toBe(404)
  expect(await refusalOf({ path: '/zh-CN/dashboard' })).toBe(404)
  await ctx.clock.advance(13 * hourMs)
  expect(await refusalOf({})).toBe(401)
})

test('a staff member without a second factor cannot view an account', async () => {
  const { accountId } = support.actor
  await ctx.postgres.db.updateTable('account').set({ totp_confirmed_at: null }).where('id', '=', accountId).execute()
  expect((await view({})).status).toBe(403)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  'the method %s is refused for the paths of a viewed account',
  async (method) => {
    for (const path of ['/en-US/dashboard', '/en-US/dashboard/preferences', '/en-US/contact']) {
      const answer = await view({ method, path }, () => Promise.reject(new Error('must not be rendered')))
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  },
)

test('a customer view reads the data of the customer, and refuses calls that change data or reveal a key', async () => {
  const { keyId: id } = ada
  await view({}, async ({ session, api }) => {
    const context = new RouterContextProvider()
    context.set(apiContext, api)
    context.set(sessionContext, session)
    const args = { context, url: new URL('http://localhost:3000/') }
    expect(await invoke(args, 'GET /api/keys', {})).toMatchObject({ ok: true, data: [{ id }] })
    const refused = { ok: false, refusal: { error: 'method_not_allowed' } }
    expect(await invoke(args, 'POST /api/keys/{id}/reveal', { params: { id } }, 'server')).toMatchObject(refused)
    expect(await invoke(args, 'PUT /api/preferences', { body: { theme: 'dark' } }, 'server')).toMatchObject(refused)
    expect(api.caller().isSameSite).toBe(false)
    return page()
  })
})

test('a page that redirects is answered with 404 in a customer view', async () => {
  const answer = await view({}, async () => new Response(null, { status: 302, headers: { location: '/en-US/login' } }))
  expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
})
