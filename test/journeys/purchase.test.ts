import { beforeAll, expect, test } from 'vitest'
import { orderSchema, type WireOrder } from '#src/contract/account/billing.ts'
import { locales } from '#src/contract/locale.ts'
import { type Customer, call, signUp } from '#test/fixtures/customer.ts'
import { tapewireOn } from '#test/fixtures/operator-cli.ts'
import { type SharedProduct, sharedProduct } from '#test/fixtures/shared-product.ts'

let product: SharedProduct

beforeAll(async () => {
  product = await sharedProduct()
})

const wish = { planId: 'integrated-base', period: 'month', network: 'TRC20', currency: 'USDT' }

const tapewire = (...args: string[]) => tapewireOn(product.dataDir, ...args)

async function order(customer: Customer, change: object = {}): Promise<WireOrder> {
  const { status, body } = await customer.call('/api/order', { ...wish, ...change })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}

function pay(site: string, { network, address }: WireOrder, amount: string) {
  return call(site, '/dev/wallet/pay', { network, address, amount })
}

type Events = AsyncDisposable & { next(): Promise<WireOrder | 'end'> }

/** The order's live events, each with the whole order. `end`: the server closed the stream. */
async function events(site: string, cookie: string, orderNo: string): Promise<Events> {
  const stop = new AbortController()
  const response = await fetch(`${site}/api/order/${orderNo}/events`, { headers: { cookie }, signal: stop.signal })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    async next() {
      for (;;) {
        const [, data] = /event: order\ndata: (.*)\n\n/.exec(text) ?? []
        if (data) {
          text = text.slice(text.indexOf(data) + data.length + 2)
          return orderSchema.parse(JSON.parse(data))
        }
        const part = await reader?.read()
        if (!part || part.done) return 'end'
        text += part.value
      }
    },
    [Symbol.asyncDispose]: async () => stop.abort(),
  }
}

async function until(stream: Events, fits: (order: WireOrder) => boolean): Promise<WireOrder> {
  for (;;) {
    const event = await stream.next()
    if (event === 'end') throw new Error('the stream ended')
    if (fits(event)) return event
  }
}

test('the test wallet pays an order, the events of the order show every step, and the key gets the bought level', async () => {
  const customer = await signUp(product.site, 'buyer@example.com')
  const made = await order(customer)
  await using stream = await events(product.site, customer.cookie, made.orderNo)
  expect(await stream.next()).toMatchObject({ orderNo: made.orderNo, status: 0, payment: 'waiting' })
  const { body: sent } = await pay(product.site, made, '50')
  expect(sent.txHash).toMatch(/^[0-9a-f]{64}$/)
  const seen = await until(stream, ({ received }) => received === '50.00')
  expect(seen).toMatchObject({ status: 0, payment: 'partial', missing: '29.20' })
  await using later = await events(product.site, customer.cookie, made.orderNo)
  expect(await later.next()).toMatchObject({ payment: 'partial', received: '50.00' })
  await pay(product.site, made, '29.2')
  const paid = await until(stream, ({ status }) => status === 1)
  expect(paid).toMatchObject({ payment: 'paid', received: '79.20' })
  const { body: keys } = await customer.call('/api/keys')
  expect(keys.data).toMatchObject([{ level: 'base', market: 'integrated', id: paid.keyId }])
  for (const locale of locales) {
    const receipt = await fetch(`${product.site}/${locale}/payment/${made.orderNo}/receipt`, {
      headers: { cookie: customer.cookie },
    })
    const page = await receipt.text()
    expect([receipt.status, page.includes(made.orderNo), page.includes('79.20')]).toEqual([200, true, true])
  }
  const mails = await (await fetch(`${product.site}/dev/mailbox.json?to=${customer.email}`)).json()
  expect((mails as { subject: string }[]).filter(({ subject }) => subject.includes(made.orderNo))).toHaveLength(2)
})

test('the event stream of an order ends when its reader signs out', async () => {
  const customer = await signUp(product.site, 'leaving@example.com')
  const made = await order(customer)
  await using stream = await events(product.site, customer.cookie, made.orderNo)
  await stream.next()
  await customer.call('/api/auth/signout', {})
  let event = await stream.next()
  while (event !== 'end') event = await stream.next()
  expect(event).toBe('end')
  expect(
    (await fetch(`${product.site}/api/order/${made.orderNo}/events`, { headers: { cookie: customer.cookie } })).status,
  ).toBe(401)
})

test('operator commands grant plans and settle payments while the product runs', async () => {
  const customer = await signUp(product.site, 'deal@example.com')
  expect(
    await tapewire('subscription', 'grant', customer.email, '--plan', 'integrated-enterprise', '--months', '12'),
  ).toContain('deal@example.com has integrated-enterprise until')
  const { body: keys } = await customer.call('/api/keys')
  expect(keys.data).toMatchObject([{ level: 'enterprise' }])
  const renewal = await fetch(`${product.site}/en-US/payment?plan=integrated-enterprise&key=${keys.data[0].id}`, {
    headers: { cookie: customer.cookie },
  })
  expect(await renewal.text()).toContain('Contact customer service to renew the current plan.')
  const limits = await call(product.api, '/account/limits', undefined, { token: customer.key })
  expect(limits.status).toBe(200)
  const made = await order(customer, { planId: 'stock-us-base' })
  expect(await tapewire('payments', 'settle', made.orderNo, '--reason', 'paid by bank')).toContain('completed')
  expect((await customer.call(`/api/order/${made.orderNo}`)).body.data).toMatchObject({ status: 1, received: '0.00' })
})
