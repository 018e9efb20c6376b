import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { type Customer, signUp } from '#test/fixtures/customer.ts'
import type { Answered, RequestKind, Requests } from './requests.ts'

/**
 * A value that a customer changes repeatedly. It keeps the last acknowledged value, and the later values without a
 * response, which may be stored as well.
 */
class Word {
  acknowledged: string | null = null
  readonly maybe = new Set<string>()

  async say(next: string, attempt: () => Promise<boolean>): Promise<void> {
    this.maybe.add(next)
    if (!(await attempt())) return
    this.acknowledged = next
    this.maybe.clear()
  }

  fits(found: string | null): boolean {
    return found === this.acknowledged || (found !== null && this.maybe.has(found))
  }
}

type Order = {
  no: string
  network: string
  address: string
  missing: string
  wanted: 'paid' | 'cancelled' | null
  /** True if a call to end the order got no clear response, so the order may have ended. */
  isUnclear: boolean
  /**
   * True if a cancellation got no clear response. The cancellation may still happen, even after a payment, which then
   * becomes credit.
   */
  mayBeCancelled: boolean
}

type Writer = { customer: Customer; keyId: string; keyName: Word; layout: Word; orders: Order[]; said: number }

export type Promised = {
  customers: number
  keyNames: number
  layouts: number
  orders: number
  paid: number
  revoked: number
}

const pauseMs = 400
const plan = { planId: 'stock-us-base', period: 'month', network: 'TRC20', currency: 'USDT' }
const layoutName = 'Drill'

/**
 * Customers who change data over the account API and record the responses. After the drill every change whose response
 * had status 200 must be stored.
 */
export class WritingCustomers {
  readonly #requests: Requests
  readonly #site: string
  readonly #random: (below: number) => number
  readonly #writers: Writer[] = []
  /** Secrets of keys whose revocation the site acknowledged. */
  readonly #revoked: string[] = []
  readonly #stop = new AbortController()
  #names = 0
  #said = { keyNames: 0, layouts: 0 }
  #working: Promise<unknown> = Promise.resolve()

  constructor(requests: Requests, site: string, random: (below: number) => number) {
    this.#requests = requests
    this.#site = site
    this.#random = random
  }

  get revoked(): readonly string[] {
    return this.#revoked
  }

  get promised(): Promised {
    const orders = this.#writers.flatMap((writer) => writer.orders)
    return {
      customers: this.#writers.length + this.#revoked.length,
      ...this.#said,
      orders: orders.length,
      paid: orders.filter(({ wanted }) => wanted === 'paid').length,
      revoked: this.#revoked.length,
    }
  }

  /** Signs up the customers, before the faults begin. */
  async join(count: number): Promise<void> {
    const joined = await Promise.all(Array.from({ length: count }, () => this.#signUp()))
    for (const customer of joined) {
      const keys = await customer.call('/api/keys')
      const keyId: string = keys.body.data[0].id
      this.#writers.push({ customer, keyId, keyName: new Word(), layout: new Word(), orders: [], said: 0 })
    }
  }

  begin(): void {
    this.#working = Promise.all(this.#writers.map((writer) => this.#work(writer)))
    this.#working.catch(() => {})
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#working
  }

  /**
   * Signs up a customer and revokes its key. Call this only while no fault is active, because the sign-up is not
   * repeated.
   */
  async revokeOne(): Promise<void> {
    const { key, cookie, call } = await this.#signUp()
    const { body } = await call('/api/keys')
    const path = `/api/keys/${body.data[0].id}/revoke`
    const answer = await this.#send('account', cookie, path, {})
    if (answer?.status === 200) this.#revoked.push(key)
  }

  /** Acknowledged changes that are not stored; empty if correct. Waits up to `waitMs` for the payment watcher. */
  async lost(waitMs: number): Promise<string[]> {
    const until = performance.now() + waitMs
    const found = await Promise.all(this.#writers.map((writer) => this.#lostOf(writer, until)))
    return found.flat()
  }

  async #signUp(): Promise<Customer> {
    this.#names += 1
    return signUp(this.#site, `customer${this.#names}@drill.example`)
  }

  async #work(writer: Writer): Promise<void> {
    while (!this.#stop.signal.aborted) {
      writer.said += 1
      const turn = writer.said % 4
      if (turn === 0) await this.#order(writer)
      else if (turn % 2 === 1) await this.#rename(writer)
      else await this.#keepLayout(writer)
      await sleep(pauseMs * (0.5 + this.#random(1)), undefined, { signal: this.#stop.signal }).catch(() => {})
    }
  }

  async #rename({ customer, keyId, keyName, said }: Writer): Promise<void> {
    const name = `Key ${said}`
    await keyName.say(name, async () => {
      const answer = await this.#send('account', customer.cookie, `/api/keys/${keyId}/rename`, { name })
      if (answer?.status !== 200) return false
      this.#said.keyNames += 1
      return true
    })
  }

  async #keepLayout({ customer, layout, said }: Writer): Promise<void> {
    const state = { said }
    await layout.say(JSON.stringify(state), async () => {
      const body = { name: layoutName, state, drawings: [] }
      const answer = await this.#send('account', customer.cookie, '/api/chart/layouts', body, 'PUT')
      if (answer?.status !== 200) return false
      this.#said.layouts += 1
      return true
    })
  }

  /** Creates an order once the last order is paid or cancelled, since an account has at most one open order. */
  async #order(writer: Writer): Promise<void> {
    const { cookie } = writer.customer
    const open = writer.orders.at(-1)
    if (open && open.wanted === null) return this.#endOrder(cookie, open)
    const key = { 'idempotency-key': `drill-${randomUUID()}` }
    const answer = await this.#send('order', cookie, '/api/order', plan, 'POST', key)
    if (answer?.status === 200) writer.orders.push(orderOf(answer.body.data))
    // The customer has an open order: an earlier call created it, and the response to that call was lost.
    else if (answer?.body.error === 'order_unpaid') {
      const known = await this.#send('order', cookie, `/api/order/${answer.body.orderNo}`, null, 'GET')
      if (known?.status === 200) writer.orders.push(orderOf(known.body.data))
    }
  }

  async #endOrder(cookie: string, order: Order): Promise<void> {
    // Paying an order that is already cancelled would give credit instead of a plan.
    if (order.isUnclear) return this.#learn(cookie, order)
    if (this.#random(3) < 1) {
      const answer = await this.#send('order', cookie, `/api/order/${order.no}/cancel`, {})
      if (answer?.status === 200) order.wanted = 'cancelled'
      else order.isUnclear = order.mayBeCancelled = true
      return
    }
    const { network, address, missing: amount } = order
    const answer = await this.#send('order', cookie, '/dev/wallet/pay', { network, address, amount })
    // A payment without a response may have succeeded. If the order stays open, it is paid again, and the surplus
    // becomes credit.
    if (answer?.status === 200) order.wanted = 'paid'
    else order.isUnclear = true
  }

  /** Reads the order after a call without a clear response, and records whether the order was paid or cancelled. */
  async #learn(cookie: string, order: Order): Promise<void> {
    const known = await this.#send('order', cookie, `/api/order/${order.no}`, null, 'GET')
    if (known?.status !== 200) return
    order.isUnclear = false
    if (known.body.data.status === orderStatus.completed) order.wanted = 'paid'
    if (known.body.data.status === orderStatus.cancelled) order.wanted = 'cancelled'
  }

  async #send(
    kind: RequestKind,
    cookie: string,
    path: string,
    body: object | null,
    method = 'POST',
    headers: Record<string, string> = {},
  ): Promise<Answered | null> {
    const url = this.#site + path
    return this.#requests.send({
      kind,
      url,
      method,
      headers: { cookie, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  }

  async #lostOf({ customer, keyId, keyName, layout, orders }: Writer, until: number): Promise<string[]> {
    const lost: string[] = []
    const keys = await customer.call('/api/keys')
    const key = keys.body.data?.find(({ id }: { id: string }) => id === keyId)
    if (!key) lost.push(`${customer.email}: its key, ${keys.status}`)
    else if (keyName.acknowledged !== null && !keyName.fits(key.aliasName))
      lost.push(`${customer.email}: the name "${keyName.acknowledged}", found "${key.aliasName}"`)
    const layouts = await customer.call('/api/chart/layouts')
    const kept = layouts.body.data?.layouts?.find(({ name }: { name: string }) => name === layoutName)
    if (layout.acknowledged !== null && !layout.fits(JSON.stringify(kept?.state ?? null)))
      lost.push(`${customer.email}: the layout ${layout.acknowledged}, found ${JSON.stringify(kept?.state)}`)
    for (const order of orders) {
      const problem = await orderProblem(customer, order, until)
      if (problem) lost.push(`${customer.email}: order ${order.no} ${problem}`)
    }
    return lost
  }
}

function orderOf({ orderNo: no, network, address, missing }: WireOrder): Order {
  return { no, network, address: address ?? '', missing, wanted: null, isUnclear: false, mayBeCancelled: false }
}

async function orderProblem(
  customer: Customer,
  { no, wanted, mayBeCancelled }: Order,
  until: number,
): Promise<string | null> {
  for (;;) {
    const { status, body } = await customer.call(`/api/order/${no}`)
    if (status !== 200) return `is not there: ${status}`
    if (wanted === null) return null
    if (wanted === 'cancelled')
      return body.data.status === orderStatus.cancelled ? null : `is not cancelled: ${body.data.status}`
    if (body.data.status === orderStatus.completed) return null
    const isCredit = body.data.status === orderStatus.cancelled && Number(body.data.received) > 0
    if (mayBeCancelled && isCredit) return null
    if (performance.now() > until) return `was paid, and has the status ${body.data.status}`
    await sleep(200)
  }
}
