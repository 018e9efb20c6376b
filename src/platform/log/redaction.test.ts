import { expect, test } from 'vitest'
import { endsOnLongText, longTextLength } from '#test/fixtures/linear-work.ts'
import { logTo } from './log.ts'
import { redact, replaceShapes, scrub } from './redaction.ts'

const live = 'tw_live_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uVwXyZ1'
const feed = 'tw_feed_9zY8xW7vU6tS5rQ4pO3nM2lK1jI0hG9fEdCbA2'
const search = 'tws_eyJhIjoiNyIsImsiOiIxIn0.Qm9vS2VlcGVyLW9mLXRoZS1tYWM'
const session = 'q8Zr1xW0vTn3bL6yKcJ5hGf2dS9aPoIuE7mNtR4wXlQ'
const totp = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const xprv =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'
const xpub = xprv.replace('xprv', 'xpub')
const ring = '1:aGVsbG8gd29ybGQgaGVsbG8gd29ybGQgaGVsbG8gISE='
const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

/** A description, the logged value, and the part that must not appear in the log. */
const shapes: [string, unknown, string][] = [
  ['an API key', `key ${live} was used`, live],
  ['an API key in a path', `/en-US/%zz/${live}`, live],
  ['an API key in capitals', `KEY ${live.toUpperCase()}`, live.toUpperCase()],
  ['an API key in small letters', live.toLowerCase(), live.toLowerCase().slice(8)],
  ['an API key cut short', live.slice(0, 20), live.slice(8, 20)],
  ['an API key of another environment', live.replace('live', 'test'), live.slice(8)],
  ['an API key beside CJK text', `密钥${live}已使用`, live.slice(8)],
  ['an API key with encoded underscores', live.replaceAll('_', '%5F'), live.slice(8)],
  ['an API key encoded twice', live.replaceAll('_', '%255f'), live.slice(8)],
  ['an API key encoded letter by letter', live.replace('tw', '%74%77'), live.slice(8)],
  ['a feed key', { note: feed }, feed],
  ['a feed key in a URL', `http://localhost:3001/ingest?x=1&token=${feed}`, feed],
  ['a search token', `opened with ${search}`, search.slice(4)],
  ['a search token in a query', `/stock/kline?code=AAPL&token=${search}&limit=5`, search.slice(4)],
  ['a session value', `session ${session} ended`, session],
  ['a session value as a path', `/api/${session}/x`, session],
  ['a session cookie', `cookie: lang=en-US; authorization=${session}`, session],
  ['a cookie that is set', `Set-Cookie: __Host-authorization=${session}; Path=/`, session],
  ['a cookie by its name alone', 'authorization=short-value-1; Path=/', 'short-value-1'],
  ['a cookie header as a field', { headers: { cookie: 'a=canary-1' } }, 'canary-1'],
  ['cookies in a list', { headers: { 'Set-Cookie': ['a=canary-2'] } }, 'canary-2'],
  ['a bearer header', 'Authorization: Bearer abc.def-123', 'abc.def-123'],
  ['a bearer header in capitals', 'AUTHORIZATION: BEARER CANARY3X', 'CANARY3X'],
  ['a bearer value without its header', 'sent bearer canary4canary', 'canary4canary'],
  ['basic credentials', 'authorization: Basic bWU6Y2FuYXJ5', 'bWU6Y2FuYXJ5'],
  ['headers as an object', new Headers({ token: 'canary-5' }), 'canary-5'],
  ['a token in a query', 'GET /x?token=canary-6&limit=1', 'canary-6'],
  ['a token in a query, other case', 'GET /x?TOKEN=canary-7', 'canary-7'],
  ['a token in a query, encoded', 'GET /x%3Ftoken%3Dcanary-8%26limit%3D1', 'canary-8'],
  ['an access token in a fragment', '/callback#access_token=canary-9&x=1', 'canary-9'],
  ['the code and state of a provider', '/en-US/callback?code=canary-10&state=canary-11', 'canary-1'],
  ['a password in a form', 'email=a%40b.c&password=canary-12&x=1', 'canary-12'],
  ['a password in JSON text', '{"email":"a@b.c","password":"canary 13"}', 'canary 13'],
  ['a password in JSON text within JSON', '{\\"newPassword\\":\\"canary-14\\"}', 'canary-14'],
  ['a password as a field', { deep: { list: [{ confirmPassword: 'canary-15' }] } }, 'canary-15'],
  ['a password in a database URL', 'postgres://me:canary-16@host:5432/db', 'canary-16'],
  ['a password with a slash in a URL', 'redis://:can/ary-17@host/0', 'ary-17'],
  ['a token as the user of a URL', 'https://canary18@node.example/rpc', 'canary18'],
  ['a URL as an object', new URL('https://a:canary-19@node.example/?key=canary-19'), 'canary-19'],
  ['a message of an error', new Error(`GET /x?token=canary-20 failed for ${live}`), 'canary-20'],
  ['a cause of an error', new Error('a', { cause: new Error(`b ${live}`) }), live],
  ['errors within an error', new AggregateError([new Error(feed)], 'all'), feed],
  ['the code of an error', Object.assign(new Error('x'), { code: live }), live],
  ['a key as the name of a field', { [live]: 1 }, live],
  ['a key in a map', new Map([['x', live]]), live],
  ['a key in a set', new Set([live]), live],
  ['a code of a mail', 'Your verification code is 482913.', '482913'],
  ['a code of a mail, first in its subject', '482913 is your Tapewire sign-in code', '482913'],
  ['a code of a mail in Chinese', '您的验证码：482913', '482913'],
  ['a code of a mail in Hong Kong Chinese', '你的驗證碼是 482913', '482913'],
  ['a code as a field', { code: '482913' }, '482913'],
  ['a link of a reset', `https://market.example/en-US/reset?ticket=${session.slice(0, 20)}`, session.slice(0, 20)],
  ['a TOTP secret', `secret ${totp}`, totp],
  ['a TOTP secret in groups', totp.match(/.{4}/g)?.join(' '), totp.slice(0, 4)],
  ['a TOTP address', 'otpauth://totp/Tapewire:a?secret=JBSWY3DP&issuer=T', 'JBSWY3DP'],
  ['recovery codes', 'recovery codes: abcde-fgh23, jkmnp-qrs45', 'jkmnp'],
  ['an extended private key', `derived from ${xprv}`, xprv.slice(4)],
  ['an extended public key', { note: xpub }, xpub.slice(4)],
  ['a mnemonic', { mnemonic: words }, 'sausage'],
  ['a mnemonic in a text', `mnemonic: ${words}`, 'sausage'],
  ['a private key in PEM', '-----BEGIN PRIVATE KEY-----\nMIIcanary21\n-----END PRIVATE KEY-----', 'canary21'],
  ['a key ring', `KEYRING=${ring}`, ring.slice(2, 20)],
  ['a key ring without its name', `it was ${ring}`, ring.slice(2, 20)],
  ['an identity token', 'got eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2ln', 'eyJzdWIi'],
  ['a secret of a sign-in provider', 'client GOCSPX-canary22canary', 'canary22'],
  ['bytes', { body: Buffer.from(live) }, live.slice(8)],
]

test.each(shapes)('%s does not reach the log', (_name, value, secret) => {
  const lines: string[] = []
  const log = logTo((line) => lines.push(JSON.stringify(line)), 'debug')
  log.warn(typeof value === 'string' ? value : 'fields', { field: value, deep: [{ list: [value] }] })
  log.with({ bound: value }).info('bound')
  expect(lines).toHaveLength(2)
  expect(lines.join('\n')).not.toContain(secret)
})

test('the tests of redaction try at least fifty shapes of secrets', () => {
  expect(new Set(shapes.map(([name]) => name)).size).toBeGreaterThanOrEqual(50)
})

test.each([
  ['a page that is missing', 'GET /en-US/blog/how-to-read-a-quote-of-a-stock'],
  ['a call', 'GET /stock/kline?region=US&limit=5'],
  ['an address of our own', 'http://localhost:3001/stock/tick'],
  ['a hash of a chain', '0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b'],
  ['an address of a chain', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  ['an id', '0198c7e2-5b1f-7aaa-b1c2-0f3a4c5d6e7f'],
  ['a place in the code', 'at processTicksAndRejections (node:internal/process/task_queues:105:5)'],
  ['the public key of the demo', 'token tw_demo_public'],
  ['a bad path', '/en-US/%zz/%E4%BD%A0'],
])('%s stays readable in the log', (_name, text) => {
  expect(scrub(text)).toBe(text)
})

test('harmless fields stay readable, even keyId, which only begins with the name of a secret', () => {
  const fields = { keyId: '7', network: 'trc20', status: 404, route: 'GET /api/keys/{id}', time: new Date(0) }
  expect(redact(fields)).toEqual({ ...fields, time: '1970-01-01T00:00:00.000Z' })
})

test.each([
  ['words of one letter', 'a.'],
  ['schemes', 'a://b:'],
  ['quotes', '\\"'],
  ['equal signs', 'token='],
  ['percent signs', '%25'],
  ['dashes', '-----BEGIN PRIVATE KEY'],
  ['capitals', 'AAAA '],
  ['one long word', 'aB'],
])('a hostile text of %s is redacted in linear time', (_name, part) => {
  endsOnLongText(() => replaceShapes(part.repeat(longTextLength / part.length)))
})

test('a long text is shortened when it is redacted', () => {
  expect(scrub('ab '.repeat(100_000)).length).toBeLessThan(17_000)
})
