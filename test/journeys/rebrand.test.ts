import { execFileSync, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keepBrand, publishBrand } from '#src/brand/brands.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import { signedHeaders } from '#src/platform/webhooks/signature.ts'
import { type Customer, call, signUp } from '#test/fixtures/customer.ts'
import { type TestProduct, testProduct } from '#test/fixtures/product.ts'
import { Listener } from '#test/fixtures/stream.ts'

/* Programs and data of a customer work after the provider changes its name. */

const cli = { kind: 'operator-cli' } as const
const symbol = 'BTCUSD$BA'
const patience = { timeout: 30_000, interval: 100 }
const oldPackage = 'market-data-client-0.1.0.tgz'

/**
 * Makes two calls for each line of its input; the free plan allows five a minute. Prints each tick, each change of the
 * connection, and for each line the number of bars and whether the other call was refused.
 */
const program = `import { createInterface } from 'node:readline'
import { ApiError, Client } from '@market-data/client'
const market = new Client({ apiUrl: process.env.API, key: process.env.KEY })
const say = (line) => console.log(JSON.stringify(line))
market.stream.on('tick', ({ symbol }) => say({ tick: symbol }))
market.stream.on('state', (state) => say({ state }))
market.stream.subscribe(['crypto:${symbol}'], ['tick'])
for await (const _ of createInterface({ input: process.stdin })) {
  const { data } = await market.rest.kline({ class: 'crypto', code: 'BTCUSD', interval: '1d', limit: 5 })
  const refused = await market.rest.quote({ class: 'stock', code: 'NOPE', region: 'US' }).catch((error) => error)
  say({ bars: data.length, refused: refused instanceof ApiError })
}
`

type Line = { tick?: string; state?: unknown; bars?: number; refused?: boolean }

let product: TestProduct
let folder: string
let customer: Customer

beforeAll(async () => {
  product = await testProduct({ WEBHOOK_NETWORKS: '127.0.0.0/8' })
  folder = await mkdtemp(join(tmpdir(), 'tapewire-rebrand-'))
  customer = await signUp(product.site, 'early@example.com')
})
afterAll(async () => {
  await product?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function bytesOf(file: string): Promise<Buffer> {
  const answer = await fetch(`${product.site}/clients/${file}`)
  expect([file, answer.status]).toEqual([file, 200])
  return Buffer.from(await answer.arrayBuffer())
}

/** Installs the package as npm does, and starts the program with it. */
async function startProgram() {
  const installed = join(folder, 'node_modules/@market-data/client')
  await mkdir(installed, { recursive: true })
  await writeFile(join(folder, oldPackage), await bytesOf(oldPackage))
  execFileSync('tar', ['-xzf', join(folder, oldPackage), '-C', installed, '--strip-components', '1'])
  await writeFile(join(folder, 'program.mjs'), program)
  const env = { ...process.env, API: product.api, KEY: customer.key }
  const child = spawn(process.execPath, ['program.mjs'], { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines: Line[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)))
  return {
    lines,
    request: () => child.stdin.write('\n'),
    [Symbol.dispose]: () => void child.kill(),
  }
}

type Delivery = { headers: IncomingHttpHeaders; body: string }

async function startReceiver() {
  const received: Delivery[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    received.push({ headers: request.headers, body })
    response.writeHead(204).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { received, url: `http://127.0.0.1:${port}/hook`, [Symbol.dispose]: () => void server.close() }
}

async function rebrand(): Promise<void> {
  const { ctx } = product
  const changed = { name: 'Acme Data', shortName: 'Acme', slug: 'acme', accent: '#1155cc' }
  const number = await keepBrand(ctx, cli, { number: 0, ...changed, supportEmail: 'help@acme.example' })
  await publishBrand(ctx, cli, { number })
  await vi.waitFor(() => expect(brandOf(ctx).name).toBe('Acme Data'), patience)
  await vi.waitFor(
    async () => expect((await fetch(`${product.site}/clients/acme-client-0.1.0.tgz`)).status).toBe(200),
    patience,
  )
}

test('after a new brand is published, keys, sessions, open sockets, webhooks and running clients work unchanged', async () => {
  const { site, api } = product
  using running = await startProgram()
  using receiver = await startReceiver()
  const listener = new Listener(`${api.replace('http', 'ws')}/crypto?token=tw_demo_public`)
  listener.send({ ac: 'subscribe', params: symbol, types: 'tick' })
  const put = await fetch(`${site}/api/alerts/webhook`, {
    method: 'PUT',
    headers: { cookie: customer.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url }),
  })
  const { secret } = (await put.json()).data
  const deliver = async () => {
    const before = receiver.received.length
    expect((await customer.call('/api/alerts/webhook/test', {})).status).toBe(200)
    await vi.waitFor(() => expect(receiver.received.length).toBe(before + 1), patience)
    return receiver.received.at(-1) as Delivery
  }
  const isTick = (frame: { t?: string; ty?: string; symbol?: string }) => JSON.stringify(frame).includes('BTCUSD')
  const first = await deliver()
  running.request()
  await vi.waitFor(() => expect(running.lines).toContainEqual({ bars: 5, refused: true }), patience)
  await vi.waitFor(() => expect(running.lines.some(({ tick }) => tick)).toBe(true), patience)
  await listener.next(isTick)
  const bytes = await bytesOf(oldPackage)
  const headersBefore = [
    ...(await fetch(`${api}/stock/quote?region=US&code=AAPL`, { headers: { token: 'tw_demo_public' } })).headers.keys(),
  ]

  const seen = running.lines.length
  await rebrand()

  const headersAfter = [
    ...(await fetch(`${api}/stock/quote?region=US&code=AAPL`, { headers: { token: 'tw_demo_public' } })).headers.keys(),
  ]
  expect(headersAfter).toEqual(headersBefore)
  running.request()
  const after = () => running.lines.slice(seen)
  await vi.waitFor(() => expect(after()).toContainEqual({ bars: 5, refused: true }), patience)
  await vi.waitFor(() => expect(after().some(({ tick }) => tick)).toBe(true), patience)
  expect(after().filter(({ state }) => state !== undefined)).toEqual([])
  await listener.next(isTick)
  expect(listener.closed).toBeNull()
  listener.ws.close()

  const second = await deliver()
  expect(Object.keys(second.headers)).toEqual(Object.keys(first.headers))
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = second.headers
  expect(signature).toBe(signedHeaders([secret], String(id), Number(time) * 1_000, second.body)['webhook-signature'])
  expect(Object.keys(JSON.parse(second.body))).toEqual(Object.keys(JSON.parse(first.body)))

  expect((await bytesOf(oldPackage)).equals(bytes)).toBe(true)
  const listed = await (await fetch(`${site}/en-US/docs/sdk.md`)).text()
  for (const file of [oldPackage, 'acme-client-0.1.0.tgz'])
    expect(listed).toContain(`\`npm install ${site}/clients/${file}\``)
  expect((await customer.call('/api/keys')).body.data).toHaveLength(1)
  const fresh = await signUp(site, 'late@example.com')
  const path = '/crypto/kline?code=BTCUSD&interval=1d&limit=1'
  expect((await call(api, path, undefined, { token: fresh.key })).status).toBe(200)
})
