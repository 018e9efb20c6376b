import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Customer, call, signUp, solveBotCheck } from '#test/fixtures/customer.ts'
import { refusedOn, tapewireOn } from '#test/fixtures/operator-cli.ts'
import { sharedData } from '#test/fixtures/shared-data.ts'
import { type SharedProduct, sharedProduct } from '#test/fixtures/shared-product.ts'

let product: SharedProduct
let customer: Customer

beforeAll(async () => {
  product = await sharedProduct()
  customer = await signUp(product.site, 'newcomer@example.com')
})

const tapewire = (...args: string[]) => tapewireOn(product.dataDir, ...args)

const data = (path: string, headers: Record<string, string> = { token: customer.key }) =>
  call(product.api, path, undefined, headers)

test('the account API lists the free key in masked form, and reveals the whole key on request', async () => {
  const { body } = await customer.call('/api/keys')
  expect(body.data).toMatchObject([{ level: 'free', market: 'integrated', status: 'normal' }])
  expect(body.data[0].key).toBe(`${customer.key.slice(0, 4)}***${customer.key.slice(-4)}`)
  expect(customer.key).toMatch(/^tw_live_[0-9A-Za-z]{36}$/)
})

// No other journey reads this instrument, because an import replaces its simulated history.
const file = sharedData('bars/stock-us-IBM-1d.csv.gz')

test.skipIf(!file)('the newest imported bars are returned as JSON and as CSV, exactly as in the file', async () => {
  const path = file ?? ''
  const rows = gunzipSync(readFileSync(path)).toString().trim().split('\n').slice(1)
  const said = await tapewire('import', 'bars', path)
  expect(said).toContain(rows.length.toLocaleString('en-US'))
  const newest = rows.slice(-1_000).map(numbers)

  const json = await data(`/stock/kline?region=US&code=IBM&kType=8&limit=1000&et=${newest.at(-1)?.[0]}`)
  expect(json.status).toBe(200)
  const fields = ['t', 'o', 'h', 'l', 'c', 'v'] as const
  expect(json.body.data.map((bar: Record<string, number>) => fields.map((name) => bar[name]))).toEqual(newest)

  const csv = await data(`/stock/kline?region=US&code=IBM&kType=8&limit=1000&format=csv&et=${newest.at(-1)?.[0]}`)
  const [head = '', ...lines] = String(csv.body).trim().split(/\r?\n/)
  const at = fields.map((name) => head.split(',').indexOf(name))
  expect(lines.map((line) => at.map((index) => Number(line.split(',')[index])))).toEqual(newest)
})

/** Parses a line of the recorded files: ISO time or milliseconds, then figures. */
function numbers(line: string): number[] {
  const [time = '', ...figures] = line.split(',')
  return [
    /^\d+$/.test(time) ? Number(time) : Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(time) ? time : `${time}Z`),
    ...figures.map(Number),
  ]
}

test('a client written for the old stream protocol receives ticks, quotes and bars, and the reply to its ping', {
  timeout: 90_000,
}, async () => {
  const socket = new WebSocket(`${product.api.replace('http', 'ws')}/crypto`)
  const messages = messagesOf(socket)
  expect(await messages.next()).toEqual({ code: 1, msg: 'Connected Successfully' })
  socket.send(JSON.stringify({ ac: 'auth', params: customer.key }))
  expect(await messages.next()).toEqual({ code: 1, resAc: 'auth', msg: 'authenticated' })
  socket.send(JSON.stringify({ ac: 'subscribe', params: 'BTCUSD$BA', types: 'tick,quote,kline@1' }))
  expect(await messages.next()).toMatchObject({ code: 1, resAc: 'subscribe', msg: 'subscribe Successfully' })
  const ticks: { ld: number; t: number }[] = []
  const kinds = new Set<string>()
  while (ticks.length < 3 || kinds.size < 3) {
    const { code, data: event } = await messages.next()
    if (!event?.type) continue
    expect(code).toBe(1)
    kinds.add(event.type)
    if (event.type === 'tick') ticks.push(event)
  }
  expect(kinds).toEqual(new Set(['tick', 'quote', 'kline@1']))
  expect(ticks.every(({ ld, t }) => ld > 0 && t > 1_600_000_000_000)).toBe(true)
  socket.send(JSON.stringify({ ac: 'ping', params: '1731688569840' }))
  for (;;) {
    const message = await messages.next()
    if (message.resAc !== 'pong') continue
    expect(message).toEqual({ resAc: 'pong', data: { params: '1731688569840' } })
    break
  }
  socket.close()
  await once(socket, 'close')
})

// biome-ignore lint/suspicious/noExplicitAny: frames are what the journey checks
function messagesOf(socket: WebSocket): { next(): Promise<any> } {
  const arrived: unknown[] = []
  let wake = () => {}
  socket.on('message', (frame) => {
    arrived.push(JSON.parse(String(frame)))
    wake()
  })
  return {
    async next() {
      while (arrived.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return arrived.shift()
    },
  }
}

test.each([
  ['no key', '/stock/kline?region=US&code=AAPL&kType=8', {}, 401, 'key_missing'],
  ['a malformed key', '/stock/kline?region=US&code=AAPL&kType=8', { token: 'tw_live_short' }, 401, 'key_malformed'],
  ['an unknown symbol', '/stock/kline?region=US&code=NOSUCH&kType=8', null, 404, 'unknown_symbol'],
  ['a bad interval', '/stock/kline?region=US&code=AAPL&kType=11', null, 400, 'invalid_interval'],
  ['an unknown class', '/bonds/kline?region=US&code=AAPL&kType=8', null, 404, 'unknown_class'],
])(
  'a data request with %s is refused with its status, its error and a message',
  async (_case, path, headers, status, error) => {
    const fresh = await signUp(product.site, `${error}@example.com`)
    const answer = await data(path, headers ?? { token: fresh.key })
    expect([answer.status, answer.body.error, answer.body.data]).toEqual([status, error, null])
    expect(answer.body.msg.length).toBeGreaterThan(10)
  },
)

test('a request over the limit is answered with 429 and the time to wait', async () => {
  const fresh = await signUp(product.site, 'hasty@example.com')
  const request = () => data('/crypto/quote?region=BA&code=BTCUSD', { token: fresh.key })
  for (let count = 0; count < 30; count += 1) expect((await request()).status).toBe(200)
  const refused = await request()
  expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
})

test('a sign-up with a wrong code, or with a body that is not JSON, is refused', async () => {
  const email = 'typo@example.com'
  const verification = await solveBotCheck(product.site)
  await call(product.site, '/api/auth/send-code', { email, purpose: 'signup', verification })
  const password = 'tulip orbit 93 lantern'
  const wrong = await call(product.site, '/api/auth/signup', {
    email,
    password,
    confirmPassword: password,
    code: '000000',
  })
  expect([wrong.status, wrong.body.code]).toEqual([400, 715])
  const broken = await fetch(`${product.site}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":',
  })
  expect([broken.status, ((await broken.json()) as { error: string }).error]).toEqual([400, 'bad_json'])
})

test('an import of an unreadable or missing file is refused with an error message that names the file', async () => {
  const path = join(product.dataDir, 'holiday.txt')
  await writeFile(path, 'not a table')
  const said = await refusedOn(product.dataDir, 'import', 'bars', path)
  expect(said.trim().split('\n').length).toBe(1)
  expect(said).toContain('holiday.txt')
  const missing = '/nowhere/stock-us-AAPL-1d.csv'
  expect(await refusedOn(product.dataDir, 'import', 'bars', missing)).toContain(missing)
})

test('the command “operator grant” grants a role, and the command “doctor” finds no fault', async () => {
  expect(await tapewire('operator', 'grant', customer.email)).toContain(customer.email)
  const found = await tapewire('doctor')
  expect(found).not.toContain('BAD')
  expect(found).toContain('PostgreSQL')
})
