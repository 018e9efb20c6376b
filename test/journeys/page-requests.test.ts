import { beforeAll, expect, test } from 'vitest'
import { locales } from '#src/contract/locale.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import { type SharedProduct, sharedProduct } from '#test/fixtures/shared-product.ts'

let product: SharedProduct

beforeAll(async () => {
  product = await sharedProduct()
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(product.site + path, { redirect: 'manual', headers, method })

test.each([
  ['/EN-US/pricing', '/en-US/pricing'],
  ['/zh-hk', '/zh-HK'],
  ['/en-US/', '/en-US'],
  ['/en-US/PRICING?x=1', '/en-US/pricing?x=1'],
  ['/en-US/%70ricing', '/en-US/pricing'],
  ['/zh-CN/Docs/Quick-Start/', '/zh-CN/docs/quick-start'],
])('the path %s redirects to %s, whatever the language of the reader', async (path, canonical) => {
  for (const language of ['zh-CN', 'zh-HK', 'en']) {
    const answer = await get(path, { 'accept-language': language })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, canonical])
  }
})

test('a page cached for one language is not sent to a reader of another language', async () => {
  for (const path of ['/EN-US/faq', '/EN-US/faq.data', '/en-US/faq', '/en-US/faq.data'])
    await (await get(path, { 'accept-language': 'zh-CN', cookie: 'lang=zh-CN' })).text()
  const page = await (await fetch(`${product.site}/EN-US/faq`, { headers: { 'accept-language': 'en' } })).text()
  expect(page).toContain('<html lang="en-US"')
  const data = await get('/EN-US/faq.data', { 'accept-language': 'en' })
  expect(await data.text()).not.toMatch(/[\u4e00-\u9fff]{12}/)
})

test('page data is cached only if the query lists routes of the page, without duplicates, unknown routes or other parameters', async () => {
  const kept = async (search: string) => {
    await get(`/en-US/terms.data${search}`)
    return (await get(`/en-US/terms.data${search}`)).headers.has('etag')
  }
  expect(await kept('?_routes=terms')).toBe(true)
  expect(await kept('?_routes=locale,terms')).toBe(true)
  expect(await kept('?_routes=terms,made-up')).toBe(false)
  expect(await kept('?_routes=terms,terms')).toBe(false)
  expect(await kept('?_routes=terms,dashboard')).toBe(false)
  expect(await kept('?_routes=terms&x=1')).toBe(false)
})

test.each(['/en-US', '/en-US/login', '/zh-HK/terms', '/en-US/nothing'])(
  'a HEAD request for %s has the same status as a GET request',
  async (path) => {
    const head = await get(path, {}, 'HEAD')
    expect([head.status, await head.text()]).toEqual([(await get(path)).status, ''])
  },
)

test('the route manifest of the router at /__manifest is not served', async () => {
  expect((await get(`/__manifest?paths=${'/en-US/a,'.repeat(700)}`)).status).toBe(404)
})

const nulls = new FormData()
nulls.set('mode', 'signin')
nulls.set('email', 'a\0b@example.com')
const withFile = new FormData()
withFile.set('email', new File(['x'], 'x.txt'))
const base64 = `--x\r\nContent-Disposition: form-data; name="email"\r\nContent-Transfer-Encoding: base64\r\n\r\nYQBi\r\n--x--\r\n`

test.each<[string, BodyInit, string | null, 'bad_characters' | 'bad_request']>([
  ['U+0000 in an encoded form', new URLSearchParams({ email: 'a\0b' }), null, 'bad_characters'],
  ['U+0000 in a field name', new URLSearchParams({ 'a\0b': 'x' }), null, 'bad_characters'],
  ['U+0000 in a multipart form', nulls, null, 'bad_characters'],
  ['U+0000 behind base64', base64, 'multipart/form-data; boundary=x', 'bad_characters'],
  ['a file', withFile, null, 'bad_request'],
  ['a multipart form without an end', '--x\r\n', 'multipart/form-data; boundary=x', 'bad_request'],
  ['text', 'email=x', 'text/plain', 'bad_request'],
  ['JSON', '{"email":"x"}', 'application/json', 'bad_request'],
])('a login request with %s is refused in the language of the page', async (_case, body, type, error) => {
  for (const locale of locales) {
    const headers = type === null ? {} : { 'content-type': type }
    const answer = await fetch(`${product.site}/${locale}/login`, { method: 'POST', body, headers })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(errorMessage(locale, error))
  }
})

test('the response to a login form repeats neither an address that is too long nor an invalid ticket', async () => {
  const long = `${'q'.repeat(300)}@example.com`
  for (const path of ['/en-US/login', '/en-US/login.data']) {
    const send = (fields: Record<string, string>) =>
      fetch(product.site + path, { method: 'POST', body: new URLSearchParams({ mode: 'signin', ...fields }) })
    expect(await (await send({ email: long, password: 'x' })).text()).not.toContain('qqqq')
    expect(await (await send({ ticket: 'q'.repeat(10_000), code: '1' })).text()).not.toContain('q'.repeat(65))
    expect(await (await send({ email: 'short@@example', password: 'x' })).text()).toContain('short@@example')
  }
})
