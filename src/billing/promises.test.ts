import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isRefusal } from '#src/contract/errors.ts'
import { microPerCent } from '#src/contract/money.ts'
import type { Period } from '#src/plans/plan.ts'
import type { TestAccount } from '#test/fixtures/account.ts'
import { generator } from '#test/fixtures/payment-scenario.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { publishWith } from '#test/fixtures/plans.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { unbalancedAccounts } from './order/ledger-store.ts'
import type { Order } from './order/order.ts'
import { cancelOrder } from './orders.ts'

/** `npm run drill -- promises` uses more seeds. */
const seeds = Number(process.env.TAPEWIRE_DRILL_SEEDS ?? 3)
const steps = 25

type Sold = {
  no: string
  charged: bigint
  coupon: string | null
  late: boolean
  account: string
  plan: string
  period: Period
}

const months = { month: 1n, quarter: 3n, 'half-year': 6n, year: 12n } as const
const saving = { month: 0n, quarter: 5n, 'half-year': 10n, year: 20n } as const
const plans = ['stock-us-base', 'stock-hk-base', 'fund-us-base'] as const
const prices = ['49.00', '60.00', '33.33'] as const

class Shop {
  readonly #world: PaymentWorld
  readonly #random: (below: number) => number
  readonly #customers: TestAccount[]
  readonly #code: string
  readonly #percent = 50
  readonly #usesEach = 1
  readonly #usesTotal = 2
  readonly #orders: { who: TestAccount; order: Order; least: bigint }[] = []
  readonly #bought = new Set<string>()
  #priceOf = new Map<string, string>()
  #isEnded = false
  #seenEvent = 0n
  readonly problems: string[] = []
  readonly counts = { sold: 0, late: 0, discounted: 0 }

  private constructor(world: PaymentWorld, seed: number, customers: TestAccount[]) {
    this.#world = world
    this.#random = generator(seed)
    this.#customers = customers
    this.#code = `SEED${seed}`
  }

  static async open(ctx: TestPlatform, world: PaymentWorld, seed: number): Promise<Shop> {
    const names = ['ada', 'bob', 'eve'].map((name) => `${name}${seed}@example.com`)
    const shop = new Shop(world, seed, await Promise.all(names.map((name) => world.customer(name))))
    const { rows } = await sql<{ last: bigint | null }>`select max(id) as last from order_event`.execute(
      ctx.postgres.db,
    )
    shop.#seenEvent = rows[0]?.last ?? 0n
    const limits = ['--uses', `${shop.#usesTotal}`, '--uses-each', `${shop.#usesEach}`]
    await tapewire(ctx, 'coupons', 'add', shop.#code, '--percent', `${shop.#percent}`, ...limits)
    await shop.#publish()
    return shop
  }

  async step(): Promise<void> {
    const acts = [
      () => this.#order(),
      () => this.#order(),
      () => this.#pay(),
      () => this.#pay(),
      () => this.#pay(),
      () => this.#wait(5),
      () => this.#payLate(),
      () => this.#payLate(),
      () => this.#wait(35),
      () => this.#wait(60 * 23),
      () => this.#publish(),
      () => this.#cancel(),
      () => this.#endCoupon(),
    ]
    await this.#pick(acts)()
    await this.#world.settle()
    await this.#check()
  }

  #pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.#random(from.length))]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }

  async #order(): Promise<void> {
    const who = this.#pick(this.#customers)
    const planId = this.#pick(plans)
    const period = this.#pick(['month', 'quarter', 'half-year', 'year'] as const)
    const coupon = this.#random(4) < 3 ? this.#code : undefined
    try {
      const order = await this.#world.order(who, { planId, period, coupon })
      const least = this.#price(who.actor.accountId, planId, period, order.couponCode !== null)
      this.#orders.push({ who, order, least })
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }

  /** Pays one of the last orders: the whole price, half of it, or far too much. */
  async #pay(last = this.#orders.slice(-6)): Promise<void> {
    const recent = last.filter(({ order }) => order.payable > 0n)
    if (recent.length === 0) return
    const { order } = this.#pick(recent)
    await this.#world.pay(order, this.#pick([order.payable, order.payable, order.payable / 2n, order.payable * 3n]))
  }

  async #payLate(): Promise<void> {
    await this.#order()
    await this.#wait(35)
    await this.#pick([() => this.#publish(), () => this.#endCoupon(), () => this.#wait(5)])()
    await this.#pay(this.#orders.slice(-1))
  }

  async #wait(minutes: number): Promise<void> {
    this.#world.mineMinutes(minutes)
    await this.#world.tick()
  }

  async #publish(): Promise<void> {
    const next = new Map(plans.map((plan) => [plan, this.#pick(prices)]))
    if (plans.every((plan) => this.#priceOf.get(plan) === next.get(plan))) return
    const changes = Object.fromEntries([...next].map(([plan, price]) => [plan, { price }]))
    await publishWith(this.#world.ctx, changes).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
    })
    this.#priceOf = next
  }

  async #cancel(): Promise<void> {
    const last = this.#orders.at(-1)
    if (!last) return
    await cancelOrder(this.#world.ctx, last.who.actor, last.order.no).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
    })
  }

  async #endCoupon(): Promise<void> {
    if (this.#isEnded || this.#random(3) < 2) return
    await tapewire(this.#world.ctx, 'coupons', 'end', this.#code)
    this.#isEnded = true
  }

  /** The price at which the plan is on sale, in micro-USDT. */
  #price(account: string, plan: string, period: Period, withCoupon: boolean): bigint {
    const month = usdt(Number(this.#priceOf.get(plan)))
    const keep = (100n - saving[period]) * (this.#bought.has(account) ? 100n : 80n)
    const off = withCoupon ? BigInt(100 - this.#percent) : 100n
    const divisor = 1_000_000n * microPerCent
    const cents = (month * months[period] * keep * off + divisor - 1n) / divisor
    return cents * microPerCent
  }

  async #check(): Promise<void> {
    for (const sold of await this.#newlySold()) {
      this.counts.sold += 1
      if (sold.late) this.counts.late += 1
      if (sold.coupon !== null) this.counts.discounted += 1
      const agreed = this.#orders.find(({ order }) => order.no === sold.no)?.least ?? 0n
      const now = this.#price(sold.account, sold.plan, sold.period, sold.coupon !== null)
      const least = sold.late ? now : agreed
      if (sold.charged !== least) this.problems.push(`${sold.no} was sold for ${sold.charged}, on sale for ${least}`)
      if (sold.late && sold.coupon !== null && this.#isEnded) this.problems.push(`${sold.no} used an ended coupon`)
      this.#bought.add(sold.account)
    }
    await this.#checkUses()
    const unbalanced = await unbalancedAccounts(this.#world.ctx.postgres.db)
    if (unbalanced.length > 0) this.problems.push(`${unbalanced} are unbalanced`)
  }

  async #newlySold(): Promise<Sold[]> {
    const { rows } = await sql<Omit<Sold, 'charged'> & { event: bigint; charged: string }>`
      select v.id as event, o.no, o.coupon_code as coupon, o.late, o.account_id as account, o.plan_id as plan, o.period,
        (select (-sum(micro))::text from ledger_entry l where l.order_no = o.no
          and l.kind in ('order', 'order_credit', 'credit_return')) as charged
      from order_event v join billing_order o on o.no = v.order_no
      where v.kind = 'completed' and v.id > ${this.#seenEvent} order by v.id`.execute(this.#world.ctx.postgres.db)
    this.#seenEvent = rows.at(-1)?.event ?? this.#seenEvent
    return rows.map((row) => ({ ...row, charged: BigInt(row.charged ?? '0') }))
  }

  async #checkUses(): Promise<void> {
    const { rows } = await sql<{ account_id: string; uses: number }>`select account_id, count(*)::int as uses
      from billing_order where coupon_code = ${this.#code} and status in (0, 1)
      group by account_id`.execute(this.#world.ctx.postgres.db)
    const total = rows.reduce((sum, { uses }) => sum + uses, 0)
    if (total > this.#usesTotal) this.problems.push(`${this.#code} was used ${total} times of ${this.#usesTotal}`)
    if (rows.some(({ uses }) => uses > this.#usesEach))
      this.problems.push(`${this.#code} was used twice by one customer`)
  }
}

test(
  `in ${seeds} random runs with coupons, time-outs, late payments and new prices, no order is sold below its price`,
  async () => {
    const wrong: string[] = []
    const totals = { sold: 0, late: 0, discounted: 0 }
    for (let seed = 1; seed <= seeds; seed += 1) {
      await using ctx = await testPlatform()
      const world = await PaymentWorld.open(ctx, {
        change: { blockMs: 60_000, confirmations: 3, headAgeMaxMs: 7_200_000 },
      })
      const shop = await Shop.open(ctx, world, seed)
      for (let step = 0; step < steps; step += 1) await shop.step()
      wrong.push(...shop.problems.map((problem) => `seed ${seed}: ${problem}`))
      for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += shop.counts[name]
    }
    expect(wrong.join('\n')).toBe('')
    expect(Math.min(totals.late, totals.discounted)).toBeGreaterThan(seeds / 2)
    expect(totals.sold).toBeGreaterThan(seeds * 2)
  },
  60_000 + seeds * 10_000,
)
