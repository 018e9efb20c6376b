import { setTimeout as sleep } from 'node:timers/promises'
import { parseAddress } from '#src/billing/chains/address.ts'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { parseMicro } from '#src/contract/money.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { HttpApi } from '#src/platform/http/api.ts'
import type { TestAccount } from '#test/fixtures/account.ts'
import type { DrillChains } from './payment-drill-chain.ts'

/** An order state that the API confirmed with a 200, so that it must stay true. */
export type Promised = { kind: 'created' | 'cancelled' | 'completed'; customer: TestAccount; order: WireOrder }

const plans = ['integrated-base', 'integrated-base', 'stock-us-base', 'fund-hk-base'] as const
const lateByMs = 6 * 60_000

/** Customers who order and cancel through the account API, and pay on the chains in every usual way. */
export class DrillCustomers {
  readonly promised: Promised[] = []
  refusals = 0
  transfers = 0
  readonly #api: HttpApi
  readonly #chains: DrillChains
  readonly #clock: Clock
  readonly #random: (below: number) => number
  readonly #accounts: readonly TestAccount[]
  #next = 0
  #late: { order: WireOrder; at: number }[] = []

  constructor(
    api: HttpApi,
    world: {
      chains: DrillChains
      clock: Clock
      random: (below: number) => number
      accounts: readonly TestAccount[]
    },
  ) {
    this.#api = api
    this.#chains = world.chains
    this.#clock = world.clock
    this.#random = world.random
    this.#accounts = world.accounts
  }

  /**
   * Makes several customers act until `goal` transfers were sent. `share()` is the fraction of the goal that may be
   * reached at this moment.
   */
  async spend(lanes: number, goal: number, share: () => number): Promise<void> {
    const lane = async () => {
      while (this.transfers < goal) {
        if (this.transfers >= goal * share()) await sleep(5)
        else await this.#visit()
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    this.#payLate(Number.POSITIVE_INFINITY)
  }

  async read(customer: TestAccount, orderNo: string): Promise<WireOrder> {
    const { status, body } = await this.#call(customer, `/api/order/${orderNo}`)
    if (status !== 200) throw new Error(`order ${orderNo}: ${JSON.stringify(body)}`)
    return body.data
  }

  async #visit(): Promise<void> {
    this.#payLate(this.#clock.now())
    const customer = this.#accounts[this.#next++ % this.#accounts.length]
    if (!customer) throw new Error('there is no customer')
    const made = await this.#order(customer)
    if (typeof made === 'string') await this.#comeBack(customer, made)
    else if (made) await this.#pay(customer, made)
    else await sleep(20)
  }

  /**
   * The new order, or the number of the order that must be paid first. Null if the network is unavailable or the
   * customer orders too often.
   */
  async #order(customer: TestAccount): Promise<WireOrder | string | null> {
    const { networks } = this.#chains
    const network = networks[Math.floor(this.#random(networks.length))]?.code
    const planId = plans[Math.floor(this.#random(plans.length))]
    const key = `visit-${this.#next}`
    const body = { planId, period: 'month', network, currency: 'USDT' }
    const clicks = this.#random(10) < 1 ? 2 : 1
    const answers = await Promise.all(
      Array.from({ length: clicks }, () => this.#call(customer, '/api/order', body, { 'idempotency-key': key })),
    )
    for (const answer of answers) {
      if (answer.status !== 200) this.refusals++
      else this.promised.push({ kind: 'created', customer, order: answer.body.data })
    }
    const [answer] = answers
    if (answer?.status === 200) return answer.body.data
    if (answer?.body.code === 712) return answer.body.orderNo
    if (answer?.body.error === 'network_unavailable' || answer?.body.error === 'too_often') return null
    throw new Error(`creating an order: ${JSON.stringify(answer?.body)}`)
  }

  async #comeBack(customer: TestAccount, orderNo: string): Promise<void> {
    const order = await this.read(customer, orderNo)
    if (order.status === 1) this.promised.push({ kind: 'completed', customer, order })
    if (order.payment === 'partial' && !order.detected) this.#send(order, [micro(order.missing)])
  }

  async #pay(customer: TestAccount, order: WireOrder): Promise<void> {
    const due = micro(order.payable)
    if (due === 0n) return void this.promised.push({ kind: 'completed', customer, order })
    const half = due / 2n
    const dice = this.#random(100)
    const tenth = due / 10n
    if (dice < 20) this.#send(order, [due])
    else if (dice < 35) {
      this.#send(order, [half])
      this.#send(order, [due - half])
    } else if (dice < 62) this.#send(order, [tenth, tenth, tenth, tenth, due - 4n * tenth, 1n])
    else if (dice < 76) {
      this.#send(order, [due, 500_000n])
      this.#send(order, [2n, 3n])
    } else if (dice < 82) {
      await this.#cancel(customer, order)
      this.#send(order, [half, half, 1n])
    } else if (dice < 89) {
      this.#send(order, [half, due - half])
      await sleep(this.#random(200))
      await this.#cancel(customer, order)
    } else if (dice < 94) this.#send(order, [half, 7n])
    else this.#late.push({ order, at: order.expiresAt + lateByMs })
  }

  async #cancel(customer: TestAccount, order: WireOrder): Promise<void> {
    const { status, body } = await this.#call(customer, `/api/order/${order.orderNo}/cancel`, {})
    if (status === 200) this.promised.push({ kind: 'cancelled', customer, order: body.data })
    else if (status === 409) this.refusals++
    else throw new Error(`cancelling: ${JSON.stringify(body)}`)
  }

  #payLate(now: number): void {
    for (const { order } of this.#late.filter(({ at }) => at <= now)) this.#send(order, [micro(order.payable)])
    this.#late = this.#late.filter(({ at }) => at > now)
  }

  #send(order: WireOrder, values: readonly bigint[]): void {
    const { addressFormat } = this.#chains.network(order.network)
    const to = order.address === null ? null : parseAddress(order.address, addressFormat)
    if (!to) throw new Error(`order ${order.orderNo} names no address`)
    this.#chains.send(order.network, to, values)
    this.transfers += values.length
  }

  async #call(customer: TestAccount, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const request = new Request(`http://localhost:3000${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${customer.token}`,
        lang: 'en-US',
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const response = await this.#api.fetch(request)
    // biome-ignore lint/suspicious/noExplicitAny: the drill knows the call it made
    return { status: response.status, body: (await response.json()) as any }
  }
}

export function micro(text: string): bigint {
  const value = parseMicro(text)
  if (value === null) throw new Error(`${text} is not an amount`)
  return value
}
