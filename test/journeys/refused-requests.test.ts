import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErrorName } from '#src/contract/errors.ts'
import { type Locale, locales } from '#src/contract/locale.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import { type TestProduct, testProduct } from '#test/fixtures/product.ts'

let product: TestProduct

beforeAll(async () => {
  product = await testProduct()
})
afterAll(() => product?.[Symbol.asyncDispose]())

type Got = { status: number; headers: Record<string, unknown>; body: string }

/** Sends the path unchanged, because `fetch` would normalise it. */
async function rawGet(origin: string, path: string, headers: Record<string, string> = {}): Promise<Got> {
  const { hostname, port } = new URL(origin)
  const clientRequest = request({ hostname, port, path, headers, agent: false })
  clientRequest.end()
  const [answer] = await once(clientRequest, 'response')
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

const refusedPaths: [string, number, ErrorName][] = [
  [`/en-US/${'a/'.repeat(7_000)}`, 414, 'uri_too_long'],
  ['/'.repeat(14_000), 414, 'uri_too_long'],
  [`/en-US/${'x'.repeat(1_024)}`, 414, 'uri_too_long'],
  [`/en-US/pricing?x=${'y'.repeat(9_000)}`, 414, 'uri_too_long'],
  [`/__manifest?paths=${'/a,'.repeat(3_000)}`, 414, 'uri_too_long'],
  ['/en-US/%00', 400, 'bad_characters'],
  ['/en-US/payment/%00', 400, 'bad_characters'],
  ['/en-US/payment/%00/receipt', 400, 'bad_characters'],
  ['/dev/mailbox?to=%00', 400, 'bad_characters'],
  ['/dev/mailbox.json?to=%00', 400, 'bad_characters'],
  ['/img/%00.svg', 400, 'bad_characters'],
  ['/en-US/%zz/key', 400, 'invalid_encoding'],
  ['/%c0%80', 400, 'invalid_encoding'],
  ['//en-US/pricing', 400, 'invalid_path'],
  ['/en-US//pricing', 400, 'invalid_path'],
  ['/en-US/../dev/mailbox', 400, 'invalid_path'],
  ['/en-US/%2e%2e/pricing', 400, 'invalid_path'],
  ['/en-US%2Fpricing', 400, 'invalid_path'],
  ['/en-US\\pricing', 400, 'invalid_path'],
]

test.each(refusedPaths)(
  'the site refuses the path %s with %i and %s, as a page in the language of the reader',
  async (path, status, error) => {
    const first = path.split('/')[1]
    for (const lang of ['zh-CN', 'zh-HK'] as const) {
      const { headers, body, ...got } = await rawGet(product.site, path, { 'accept-language': lang })
      const spoken: Locale = first === 'en-US' ? 'en-US' : lang
      expect([got.status, headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
      expect(body).toContain(errorMessage(spoken, error))
      expect(body).toContain(`lang="${spoken}"`)
      expect(body.length).toBeLessThan(1_000)
      expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' })
    }
  },
)

test.each(refusedPaths)(
  'the gateway refuses the path %s with %i and %s, as JSON in the language of the caller',
  async (path, status, error) => {
    const { headers, body, ...got } = await rawGet(product.api, path, { lang: 'zh-HK' })
    expect([got.status, JSON.parse(body)]).toEqual([
      status,
      expect.objectContaining({ error, msg: errorMessage('zh-HK', error), data: null }),
    ])
    expect(headers['access-control-allow-origin']).toBe('*')
  },
)

test.each([
  '/api/order/%00',
  '/api/order/%00/events',
  '/api/order/%00/cancel',
  '/api/order/%00/claim',
  '/api/keys/%00/reveal',
  '/api/security/devices/%00/revoke',
  '/api/security/passkeys/%00/remove',
  '/api/security/providers/%00/unlink',
  '/api/keys?x=%00',
])('the account API refuses the path %s with a response in JSON', async (path) => {
  const { headers, body, status } = await rawGet(product.site, path, { lang: 'zh-CN' })
  expect([status, JSON.parse(body)]).toEqual([
    400,
    expect.objectContaining({ code: 400, error: 'bad_characters', msg: errorMessage('zh-CN', 'bad_characters') }),
  ])
  expect(headers['x-request-id']).toMatch(/./)
})

test('a header that contains U+0000 is refused', async () => {
  for (const origin of [product.site, product.api]) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write('GET /en-US HTTP/1.1\r\nHost: localhost\r\nlang: en\0-US\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  }
})

const megabyte = 1024 * 1024

/** Sends chunks until the server responds or all are sent. Returns the response and the number of sent bytes. */
async function post(path: string, headers: Record<string, string>, bytes: number): Promise<Got & { sent: number }> {
  const { hostname, port } = new URL(product.site)
  const clientRequest = request({ hostname, port, path, method: 'POST', headers, agent: false })
  clientRequest.on('error', () => undefined)
  const answered = once(clientRequest, 'response')
  const piece = Buffer.alloc(64 * 1024, 'x')
  let sent = 0
  let isAnswered = false
  void answered.then(() => {
    isAnswered = true
  })
  clientRequest.write('email=')
  while (sent < bytes && !isAnswered) {
    sent += piece.length
    if (!clientRequest.write(piece)) await Promise.race([once(clientRequest, 'drain'), answered])
  }
  const [answer] = await answered
  const body = await text(answer).catch(() => '')
  clientRequest.destroy()
  return { status: answer.statusCode, headers: answer.headers, body, sent }
}

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
const multipart = { 'content-type': 'multipart/form-data; boundary=x' }

test.each([
  ['an encoded form', '/login', urlencoded],
  ['a multipart form', '/login', multipart],
  ['an encoded form with a length', '/login', { ...urlencoded, 'content-length': String(100 * megabyte) }],
  ['a multipart form with a length', '/payment', { ...multipart, 'content-length': String(100 * megabyte) }],
  ['router data', '/login.data', urlencoded],
  ['a page without an action', '/pricing', urlencoded],
])('%s of 100 MB is refused in the language of the page before 8 MB are sent', async (_case, path, headers) => {
  for (const locale of locales) {
    const got = await post(`/${locale}${path}`, headers as Record<string, string>, 100 * megabyte)
    expect([got.status, got.headers.connection]).toEqual([413, 'close'])
    expect(got.body).toContain(errorMessage(locale, 'payload_too_large'))
    expect(got.body).not.toContain('xxx')
    expect(got.sent).toBeLessThan(8 * megabyte)
  }
})

test.each(['/api/contact', '/api/auth/signout', '/api/nothing'])(
  'a body of 100 MB for %s of the account API is refused during the upload, with or without a declared length',
  async (path) => {
    const json = { 'content-type': 'application/json', lang: 'zh-HK' }
    const counted = await post(path, json, 100 * megabyte)
    expect([counted.status, counted.sent < 8 * megabyte]).toEqual([path === '/api/nothing' ? 404 : 413, true])
    const declared = await post(path, { ...json, 'content-length': String(100 * megabyte) }, 100 * megabyte)
    expect([declared.status, JSON.parse(declared.body).error]).toEqual([413, 'payload_too_large'])
  },
)
