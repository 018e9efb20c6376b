import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { Route } from '#src/contract/route.ts'
import { cryptoRandom } from '#src/platform/random.ts'
import { type Customer, call, signUp } from '#test/fixtures/customer.ts'
import { operate } from '#test/fixtures/operator-cli.ts'
import { addSoftwarePasskey } from '#test/fixtures/second-factor.ts'
import { type SharedProduct, sharedProduct } from '#test/fixtures/shared-product.ts'
import { sitePages } from '#test/fixtures/site-paths.ts'

const routes = await contractRoutes()
const sessionRoutes = routes.filter(({ auth }) => auth === 'session')
const named = ({ method, path }: Route) => `${method} ${path}`

let product: SharedProduct
let ada: Customer
let eve: Customer
/** A second attacker, for calls that may end the caller's session. The sign-out is called last. */
let mallory: Customer
let socket: WebSocket
/** Ids of Ada's resources, by the start of their paths. */
let things: Record<string, string>
const adaWebhook = 'https://ada.invalid/alerts'
/** Texts that may appear only in responses to Ada. */
let marks: string[]

beforeAll(async () => {
  product = await sharedProduct()
  ada = await signUp(product.site, 'ada-private@example.com')
  eve = await signUp(product.site, 'eve@example.com')
  mallory = await signUp(product.site, 'mallory@example.com')
  await send(ada, { method: 'PUT', path: '/api/chart/layouts' }, { name: 'Secret of Ada', state: {} })
  const refused = await call(product.api, '/fund/quote?region=US&code=SPY', undefined, { token: ada.key })
  socket = new WebSocket(`${product.api.replace('http', 'ws')}/stock`, { headers: { token: ada.key } })
  const choice = { planId: 'integrated-base', period: 'month', network: 'TRC20', currency: 'USDT' }
  const order = await ada.call('/api/order', choice)
  await operate(product.dataDir, 'credit adjust', ada.email, '6', '--paid', '--reason', 'for the test')
  const refunded = { network: 'TRC20', address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', amount: '5' }
  const refund = await ada.call('/api/billing/refunds', refunded)
  const condition = { kind: 'price', direction: 'up', value: 200 }
  const alert = await ada.call('/api/alerts', { symbol: 'NASDAQ:AAPL', condition, note: 'Ada waits for this' })
  const invitation = await ada.call('/api/team/invites', { email: 'colleague@example.com', role: 'developer' })
  const team = await ada.call('/api/team')
  const watchlist = await ada.call('/api/watchlists', { name: 'Ada watches this', symbols: ['NASDAQ:AAPL'] })
  const { data: info } = (await ada.call('/api/userinfo')).body
  const { data: security } = (await ada.call('/api/security')).body
  const sockets = await vi.waitFor(async () => {
    const { body } = await ada.call('/api/usage/sockets')
    expect(body.data).toHaveLength(1)
    return body.data
  }, 15_000)
  const opened = await ada.call('/api/tickets', { message: 'Ada asks in private' })
  const sold = ['--plan', 'stock-us-base', '--months', '1', '--paid', '99', '--reference', 'Ada paid by bank']
  await operate(product.dataDir, 'subscription grant', ada.email, ...sold)
  const papers = await ada.call('/api/billing/papers')
  const { orderNo, address } = order.body.data
  const keyId = info.userApiKey[0].id
  const table = { kind: 'prices', symbols: ['NASDAQ:AAPL'] }
  const sheet = await ada.call('/api/sheet-links', { name: 'The sheet of Ada', keyId, table })
  // Only a finished delivery can be sent again. The removal of its webhook finishes it without a receiver.
  const webhook = { method: 'PUT', path: '/api/alerts/webhook' } as const
  await send(ada, webhook, { url: adaWebhook })
  await ada.call('/api/alerts/webhook/test', {})
  await send(ada, { ...webhook, method: 'DELETE' })
  await send(ada, webhook, { url: adaWebhook })
  await send(eve, webhook, { url: 'https://eve.invalid/' })
  const { data: delivered } = (await ada.call('/api/alerts/webhook')).body
  const made = { settings: { publicUrl: product.site }, random: cryptoRandom }
  const passkey = await addSoftwarePasskey(
    made,
    { send: async (path, { body }) => (await ada.call(path, body)).body },
    '',
  )
  things = {
    '/api/order/': orderNo,
    '/api/keys/': keyId,
    '/api/renewals/': keyId,
    '/api/billing/papers/': papers.body.data.content[0].number,
    '/api/billing/refunds/': refund.body.data.id,
    '/api/usage/sockets/': sockets[0].id,
    '/api/tickets/': opened.body.data.ticket,
    '/api/security/devices/': security.devices[0].id,
    '/api/security/passkeys/': passkey.id,
    '/api/security/providers/': 'google',
    '/api/alerts/deliveries/': delivered.deliveries[0].id,
    '/api/alerts/': alert.body.data.id,
    '/api/sheet-links/': sheet.body.data.link.id,
    '/api/watchlists/': watchlist.body.data.id,
    '/api/team/invites/': invitation.body.data.id,
    '/api/team/members/': team.body.data.members[0].id,
    '/api/auth/': 'google',
  }
  const masked = `***${ada.key.slice(-4)}`
  const requestId = String(refused.headers.get('x-request-id'))
  marks = [
    ada.email,
    ada.key,
    info.id,
    keyId,
    orderNo,
    address,
    refund.body.data.id,
    sockets[0].id,
    security.devices[0].id,
    masked,
    requestId,
    passkey.id,
    delivered.deliveries[0].id,
    adaWebhook,
    'Secret of Ada',
    'Ada watches this',
    'Ada waits for this',
    opened.body.data.ticket,
    'Ada asks in private',
    'Ada paid by bank',
  ]
  expect(marks.every((mark) => typeof mark === 'string' && mark.length > 6)).toBe(true)
})

afterAll(async () => {
  socket?.terminate()
})

/** All calls of the account API, so that new calls are tested automatically. */
async function contractRoutes(): Promise<Route[]> {
  const files = readdirSync('src/contract/account').filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ `../../src/contract/account/${file}`)),
  )
  const isRoute = (value: unknown): value is Route =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'auth' in value
  return modules.flatMap((module) => Object.values(module).filter(isRoute))
}

type Sent = { status: number; headers: Headers; text: string }

async function send(
  who: Customer | null,
  { method, path }: Pick<Route, 'method' | 'path'>,
  body: object = {},
): Promise<Sent> {
  const response = await fetch(product.site + path, {
    method,
    redirect: 'manual',
    headers: { lang: 'en-US', 'content-type': 'application/json', ...(who ? { cookie: who.cookie } : {}) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const text = isStream ? '' : await response.text()
  if (isStream) await response.body?.cancel()
  return { status: response.status, headers: response.headers, text }
}

const found = ({ text, headers }: Sent) =>
  marks.filter((mark) => text.includes(mark) || (headers.get('location') ?? '').includes(mark))

/** The path with Ada's ids in place of its parameters. Throws if `things` has no id for the path. */
function aimed(route: Route): string {
  if (!route.path.includes('{')) return route.path
  const thing = Object.entries(things).find(([start]) => route.path.startsWith(start))?.[1]
  if (!thing) throw new Error(`name one of Ada's things for ${named(route)}`)
  return route.path.replace(/\{\w+\}/, encodeURIComponent(thing))
}

/** Valid bodies, so that only the ownership check can refuse the calls. */
const bodies: Record<string, object> = {
  'POST /api/tickets/{id}/reply': { message: 'hello' },
  'POST /api/keys/{id}/rename': { name: 'stolen' },
  'POST /api/keys/{id}/holder': { kind: 'service', name: 'the backup' },
  'POST /api/keys/{id}/scope': { classes: null, access: 'all', networks: [] },
  'PUT /api/alerts/{id}': { condition: { kind: 'price', direction: 'up', value: 1 } },
  'PUT /api/team/members/{id}': { role: 'billing', from: 'owner' },
  'PUT /api/renewals/{keyId}': { automatic: true, next: null },
  'PUT /api/watchlists/{id}': { name: 'stolen', symbols: [] },
  'POST /api/billing/papers/{number}/reissue': { name: 'Eve', address: '', country: '', taxId: '' },
  'POST /api/order/{no}/claim': { txHash: `0x${'ab'.repeat(32)}` },
}

test.each(sessionRoutes.map((route) => [named(route), route] as const))(
  'a caller without a session is refused by the call %s, and the refusal must not be cached',
  async (_, route) => {
    const answer = await send(null, { ...route, path: aimed(route) }, bodies[named(route)])
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([401, 'not_signed_in'])
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(found(answer)).toEqual([])
  },
)

test.each(sessionRoutes.filter(({ path }) => path.includes('{')).map((route) => [named(route), route] as const))(
  'the customer Eve gets no data of the customer Ada from %s',
  async (_, route) => {
    const answer = await send(eve, { ...route, path: aimed(route) }, bodies[named(route)])
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([404, 'not_found'])
    expect(answer.headers.get('cache-control')).toContain('no-store')
  },
)

const lists = routes.filter(({ method, path }) => method === 'GET' && !path.includes('{') && path.startsWith('/api/'))

test.each(lists.map((route) => [named(route), route] as const))(
  'the response of %s to the customer Eve contains no data of the customer Ada',
  async (_, route) => {
    const own = await send(ada, route)
    const answer = await send(eve, route)
    expect(own.status).toBe(200)
    expect(answer.status).toBe(200)
    expect(found(answer)).toEqual([])
    if (found(own).length > 0) expect(own.headers.get('cache-control')).toContain('no-store')
    if (route.query instanceof z.ZodObject && 'key' in route.query.shape) {
      const foreign = await send(eve, { ...route, path: `${route.path}?key=${things['/api/keys/']}` })
      expect(foreign.status).toBe(404)
    }
  },
)

test.each(
  routes
    .filter(({ method, path }) => method !== 'GET' && !path.includes('{'))
    .sort((a, b) => Number(a.path.includes('signout')) - Number(b.path.includes('signout')))
    .map((route) => [named(route), route] as const),
)('the response of %s to the customer Mallory contains no data of the customer Ada', async (_, route) => {
  const plan = { planId: 'stock-us-base', period: 'month', network: 'TRC20', keyId: things['/api/keys/'] }
  const body = route.path.startsWith('/api/order')
    ? { ...plan, ...(route.path === '/api/order' ? { currency: 'USDT' } : {}) }
    : {}
  const answer = await send(mallory, route, body)
  expect(answer.status, answer.text).toBeLessThan(500)
  if ('keyId' in body) expect([answer.status, JSON.parse(answer.text).error]).toEqual([404, 'not_found'])
  expect(found(answer)).toEqual([])
})

/** The pages of one language, one per file. */
const pages = [...new Map(sitePages.map((page) => [page.file, page])).values()]
  .filter(({ file, path }) => file.startsWith('pages/') && path !== '/*')
  .map(({ path }) => `/en-US${path}`.replace('*', 'quick-start'))

test('the list of tested pages has more than 25 pages, including the receipt of an order', () => {
  expect(pages.length).toBeGreaterThan(25)
  expect(pages).toContain('/en-US/payment/:no/receipt')
})

/** The page's path with Ada's order and ticket, and a nonexistent invitation. */
function filled(page: string): string {
  return page
    .replace(':no', things['/api/order/'] ?? '')
    .replace(':number', things['/api/billing/papers/'] ?? '')
    .replace(':id', things['/api/tickets/'] ?? '')
    .replace(/team\/join(\.data)?$/, '$&?token=none')
}

test.each(pages.flatMap((page) => [page, `${page}.data`]))(
  'other readers see no data of the customer Ada at %s, and a private page shown to Ada must not be cached',
  async (page) => {
    const path = filled(page)
    const own = await send(ada, { method: 'GET', path })
    const [other, stranger] = [await send(eve, { method: 'GET', path }), await send(null, { method: 'GET', path })]
    const requestedMarks = marks.filter((mark) => path.includes(mark))
    for (const answer of [other, stranger])
      expect(found(answer).filter((mark) => !requestedMarks.includes(mark))).toEqual([])
    const isPrivate = /^\/en-US\/(dashboard|payment)/.test(page)
    if (isPrivate) {
      expect(own.status).toBe(200)
      expect(own.headers.get('cache-control')).toBe('private, no-store')
      expect(other.headers.get('cache-control')).toBe('private, no-store')
      const way = stranger.headers.get('location') ?? stranger.text
      const back = encodeURIComponent(path.replace(/\.data(?=\?|$)/, ''))
      expect(way).toMatch(new RegExp(`/en-US/login\\?redirect=${back}(?!\\.data)`))
      expect(other.status).toBe(/:no|:id/.test(page) ? 404 : 200)
    } else if (/public/.test(own.headers.get('cache-control') ?? '')) expect(found(own)).toEqual([])
  },
)

test('private pages of the account and of payments show the customer Ada her own data', async () => {
  const shown = async (path: string) => found(await send(ada, { method: 'GET', path })).length
  for (const page of pages.filter((path) =>
    /\/(dashboard|dashboard\/(usage|security|activity|tickets.*)|payment.*)$/.test(path),
  ))
    expect(await shown(filled(page)), page).toBeGreaterThan(0)
})

test('the calls of the customer Eve change no data of the customer Ada, although these calls name existing data of Ada', async () => {
  const { data: keys } = (await ada.call('/api/keys')).body
  expect(keys).toMatchObject([
    { id: things['/api/keys/'], aliasName: '', status: 'normal' },
    { market: 'stock-us', aliasName: '', status: 'normal' },
  ])
  expect((await ada.call(`/api/order/${things['/api/order/']}`)).body.data.status).toBe(0)
  expect((await ada.call('/api/usage/sockets')).body.data).toHaveLength(1)
  const shown = (await Promise.all(lists.map((route) => send(ada, route)))).map(({ text }) => text).join()
  expect(Object.values(things).filter((thing) => thing !== 'google' && !shown.includes(thing))).toEqual([])
  expect((await call(product.api, '/account/limits', undefined, { token: ada.key })).status).toBe(200)
})
