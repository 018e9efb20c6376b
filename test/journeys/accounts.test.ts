import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { hashPassword } from '#src/accounts/factors/password-hash.ts'
import { locales } from '#src/contract/locale.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import { type Customer, call, signUp, solveBotCheck } from '#test/fixtures/customer.ts'
import { hostileRedirects } from '#test/fixtures/hostile-redirects.ts'
import { type TestProduct, testProduct } from '#test/fixtures/product.ts'
import { type SmtpInbox, smtpInbox } from '#test/fixtures/smtp.ts'

let inbox: SmtpInbox
let product: TestProduct
let customer: Customer

beforeAll(async () => {
  inbox = await smtpInbox()
  product = await testProduct({ SMTP_URL: inbox.url })
  customer = await signUp(product.site, 'ada@example.com', codeByMail)
})

afterAll(async () => {
  await product?.[Symbol.asyncDispose]()
  await inbox?.[Symbol.asyncDispose]()
})

async function codeByMail(_site: string, email: string): Promise<string> {
  const { text = '', html = '' } = await inbox.next(email)
  const [code = ''] = /\b\d{6}\b/.exec(text) ?? []
  if (!html.includes(code)) throw new Error('the HTML of the mail has another code')
  return code
}

/** Signs in. Returns the session cookie. */
async function enter({ email, password }: Pick<Customer, 'email' | 'password'>): Promise<string> {
  const answer = await call(product.site, '/api/auth/signin', { email, password })
  expect(answer.status).toBe(200)
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

test('sign-up, sign-in and password reset work with codes sent through a real mail server', async () => {
  const email = 'mail@example.com'
  const someone = await signUp(product.site, email, codeByMail)
  const requestCode = async (purpose: string) => {
    const verification = await solveBotCheck(product.site)
    await call(product.site, '/api/auth/send-code', { email, purpose, verification })
    return codeByMail(product.site, email)
  }
  const entered = await call(product.site, '/api/auth/signin-code', { email, code: await requestCode('signin') })
  expect(entered.body.data.user.email).toBe(email)
  const password = 'a wholly different 7 phrase'
  const reset = { email, code: await requestCode('reset'), password, confirmPassword: password }
  expect((await call(product.site, '/api/auth/reset', reset)).status).toBe(200)
  expect((await inbox.next(email)).subject).toBe('Your Tapewire password was changed')
  expect((await someone.call('/api/userinfo')).status).toBe(401)
  await enter({ email, password })
})

describe('stolen cookies', () => {
  let orderNo: string

  beforeAll(async () => {
    const body = { planId: 'integrated-base', period: 'month', network: 'TRC20', currency: 'USDT' }
    const ordered = await call(product.site, '/api/order', body, {
      cookie: await enter(customer),
      'idempotency-key': 'stolen-cookie',
    })
    expect(ordered.body.msg).toBe('ok')
    orderNo = ordered.body.data.orderNo
  })

  /** Connections that a thief with a cookie can keep open: a live socket with a search token, and an order's events. */
  async function holdOpen(cookie: string): Promise<{ closed: Promise<unknown> }> {
    const response = await call(product.site, '/api/search-token', {}, { cookie })
    const socket = new WebSocket(`${product.api.replace('http', 'ws')}/stream?token=${response.body.data.token}`)
    const closed = once(socket, 'close').then(([code]) => code)
    await new Promise<void>((resolve) => {
      socket.on('message', (frame) => String(frame).includes('authenticated') && resolve())
    })
    const events = await fetch(`${product.site}/api/order/${orderNo}/events`, { headers: { cookie } })
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
    if (!reader) throw new Error('the events have no body')
    let text = ''
    while (!text.includes('event: order')) text += (await reader.read()).value
    const ended = (async () => {
      while (!(await reader.read()).done);
      return 'ended'
    })()
    return { closed: Promise.all([closed, ended]) }
  }

  test.each([
    ['sign-out', (cookie: string) => call(product.site, '/api/auth/signout', {}, { cookie })],
    [
      'a revoke from another device',
      async (cookie: string) => {
        const { body } = await call(product.site, '/api/security', undefined, { cookie })
        const { id } = body.data.devices.find((device: { current: boolean }) => device.current)
        return call(product.site, `/api/security/devices/${id}/revoke`, {}, { cookie: await enter(customer) })
      },
    ],
    [
      'a password change elsewhere',
      async (_cookie: string) => {
        const { password } = customer
        const body = { currentPassword: password, password, confirmPassword: password }
        return call(product.site, '/api/security/password', body, { cookie: await enter(customer) })
      },
    ],
  ])('a stolen cookie is refused after %s, and its open socket is closed', async (_what, act) => {
    const stolen = await enter(customer)
    const held = await holdOpen(stolen)
    expect((await act(stolen)).status).toBe(200)
    expect((await call(product.site, '/api/userinfo', undefined, { cookie: stolen })).status).toBe(401)
    expect(await held.closed).toEqual([4001, 'ended'])
  })
})

test.each(['/en-US/dashboard/usage?key=1', '/zh-HK/payment?plan=integrated-base'])(
  'a request for %s without a session leads to the login, with a redirect back to that address',
  async (path) => {
    const answer = await fetch(product.site + path, { redirect: 'manual' })
    const login = `/${path.split('/')[1]}/login?redirect=${encodeURIComponent(path)}`
    expect([answer.status, answer.headers.get('location')]).toEqual([302, login])
  },
)

test.each(locales)(
  'an invalid return from a sign-in provider opens the login in %s without any text of the provider',
  async (locale) => {
    for (const query of [
      '',
      'error=access_denied&error_description=<b>told</b>',
      'state=x&code=y&error_description=<b>told</b>',
    ]) {
      const back = await fetch(`${product.site}/${locale}/callback?${query}`, { redirect: 'manual' })
      expect([back.status, back.headers.get('location')]).toEqual([302, `/${locale}/login?error=login_failed`])
    }
    const page = await fetch(`${product.site}/${locale}/login?error=login_failed&error_description=<b>told</b>`)
    const html = await page.text()
    expect(html).toContain(errorMessage(locale, 'login_failed'))
    expect(html).not.toContain('<b>told</b>')
  },
)

test('a sign-in follows a valid redirect; a hostile redirect is replaced by the dashboard', async () => {
  const land = async (redirect: string) => {
    const body = new URLSearchParams({ mode: 'signin', email: customer.email, password: customer.password, redirect })
    const answer = await fetch(`${product.site}/en-US/login`, { method: 'POST', body, redirect: 'manual' })
    return [answer.status, answer.headers.get('location')]
  }
  for (const redirect of hostileRedirects.filter((_, at) => at % 4 === 0))
    expect([redirect, ...(await land(redirect))]).toEqual([redirect, 302, '/en-US/dashboard'])
  expect(await land('/payment?plan=base#x')).toEqual([302, '/en-US/payment?plan=base#x'])
})

test('while password hashing is full, the login form in each language and the sign-in call are refused with a retry time', async () => {
  const hashing = Array.from({ length: 30 }, () => hashPassword(product.ctx, customer.password, 'proven'))
  const form = new URLSearchParams({ mode: 'signin', email: customer.email, password: customer.password })
  for (const locale of locales) {
    const answer = await fetch(`${product.site}/${locale}/login`, { method: 'POST', body: form })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await answer.text()).toContain(errorMessage(locale, 'server_busy'))
  }
  const { status, headers, body } = await call(product.site, '/api/auth/signin', { email: 1 })
  expect([status, headers.get('retry-after'), headers.get('x-frame-options')]).toEqual([503, '2', 'DENY'])
  const requestId = headers.get('x-request-id')
  expect(body).toEqual({ code: 503, msg: expect.any(String), error: 'server_busy', requestId, data: null })
  expect(await statusAt('elsewhere.example', '/api/auth/signin')).toBe(421)
  await Promise.all(hashing)
  expect(await product.ctx.metrics.text()).toMatch(
    /tapewire_http_turned_away_total\{route="POST \/api\/auth\/signin"\} 4\n/,
  )
})

async function statusAt(host: string, path: string): Promise<number | undefined> {
  const sending = request(`${product.site}${path}`, { method: 'POST', headers: { host } }).end()
  const [{ statusCode }] = await once(sending, 'response')
  return statusCode
}

test('an unknown language in the path gets 404, U+0000 gets 400, and a hostile language cookie is ignored', async () => {
  const getPage = async (path: string, cookie = '') => {
    const answer = await fetch(product.site + path, { redirect: 'manual', headers: { cookie } })
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
  }
  for (const path of ['/xx-YY/', '/xx-YY/pricing']) expect([path, (await getPage(path)).status]).toEqual([path, 404])
  for (const path of ['/en-US%00', '/en-US/%00']) expect([path, (await getPage(path)).status]).toEqual([path, 400])
  expect(await getPage('/zh-TW/pricing')).toMatchObject({ status: 302, location: '/zh-HK/pricing' })
  const bent = await getPage('/login', 'lang=<script>')
  expect(bent).toMatchObject({ status: 302, location: '/zh-CN/login' })
  expect(bent.text).not.toContain('<script>')
})

test.each(['/api/auth/signin', '/en-US/login'])(
  'TRACE and PROPFIND requests for %s are answered with 405 and an Allow header',
  async (path) => {
    for (const method of ['TRACE', 'PROPFIND']) {
      const sending = request(product.site + path, { method })
      sending.end()
      const [answer] = await once(sending, 'response')
      answer.resume()
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, expect.stringMatching(/GET|POST/)])
    }
  },
)
