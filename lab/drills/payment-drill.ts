import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { authenticate } from '#src/accounts/sessions/sessions.ts'
import { mountBilling } from '#src/billing/http.ts'
import { reachableNetworks } from '#src/billing/orders.ts'
import { createKeyring, newRing } from '#src/platform/data-dir/keyring.ts'
import { createApi } from '#src/platform/http/api.ts'
import { MemoryLimiter } from '#src/platform/limits/limiter.ts'
import { createMail } from '#src/platform/mail/mail.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { type TestAccount, testAccount } from '#test/fixtures/account.ts'
import { fastClock } from '#test/fixtures/fast-clock.ts'
import type { PaymentOrders } from '#test/fixtures/payment-process.ts'
import { generator } from '#test/fixtures/payment-scenario.ts'
import type { TestPlatform } from '#test/fixtures/platform.ts'
import { DrillChains } from './payment-drill-chain.ts'
import { DrillCustomers } from './payment-drill-customers.ts'
import { type DrillVerdict, judgeDrill, strandedThings } from './payment-drill-verdict.ts'

export type DrillSize = { seed: number; transfers: number; kills: number }

export type DrillResult = DrillSize &
  DrillVerdict & {
    seconds: number
    simulatedHours: number
    reorganisations: number
    wrongAnswers: number
    kindsOfFault: number
    /**
     * `sent`: transfers of tokens other than ours. `noted`: pairs of address and token that the product recorded for a
     * person.
     */
    otherTokens: { sent: number; noted: number }
    answered: Record<'created' | 'cancelled' | 'completed', number>
    refusals: number
    orders: Record<string, number>
    /** Transfers in the ledger at the last kill. This number proves that processes were killed while there was work. */
    creditedAtLastKill: number
  }

const speed = 60
const lanes = 6
const customersMax = 700
const lifeMsMax = 700
/**
 * The maximum time by which a process lives longer when work has accumulated, so that a slow machine makes progress
 * between kills.
 */
const backlogPauseMsMax = 150

/**
 * Customers order and pay while the payments process is killed repeatedly and nodes fail in every known way.
 * PostgreSQL, the chains and the account API stay up. The last process may finish its work; then chain, ledger and all
 * responses are compared. The seed determines the acts of customers, the reorganisations of chains and the life of each
 * process, but not their exact timing.
 */
export async function killPayments(test: TestPlatform, size: DrillSize): Promise<DrillResult> {
  const began = performance.now()
  const clock = { origin: Date.now(), speed }
  const keyring = newRing()
  const ctx = platformOn(test, fastClock(clock.origin, speed), keyring)
  const random = generator(size.seed)
  await using chains = new DrillChains(ctx.clock, size.seed, generator(size.seed + 1))
  const nodeUrl = await chains.open()
  const orders = { postgres: test.postgresConnection, nodeUrl, keyring, clock }
  await using role = new KilledRole(orders)
  await role.start()
  const accounts = await customersOf(ctx, size.transfers)
  while ((await reachableNetworks(ctx)).size < chains.networks.length) await sleep(20)
  const api = createApi(ctx, { authenticate, defaultLocale: 'en-US' })
  mountBilling(api)
  const customers = new DrillCustomers(api, { chains, clock: ctx.clock, random: generator(size.seed + 2), accounts })

  const backlogMax = Math.max(40, size.transfers / 40)
  let kills = 0
  const spending = customers.spend(lanes, size.transfers, () => (kills + 3) / size.kills)
  const failed = spending.then(
    () => null,
    (cause: unknown) => ({ cause }),
  )
  while (kills < size.kills) {
    const wrong = await Promise.race([failed, sleep(0)])
    if (wrong) throw wrong.cause
    await role.start()
    if (customers.transfers < (size.transfers * kills) / size.kills) await sleep(5)
    else {
      await sleep(random(lifeMsMax))
      while (chains.transfers().length - (await deposits(ctx.postgres.db)) > backlogMax)
        await sleep(random(backlogPauseMsMax))
      await role.kill(ctx.postgres.db)
      kills++
    }
  }
  const creditedAtLastKill = await deposits(ctx.postgres.db)
  await role.start()
  await spending
  chains.endFaults()
  await untilQuiet(ctx.postgres.db, customers.transfers)
  await role.finish()
  const verdict = await judgeDrill(ctx.postgres.db, chains.transfers(), customers)
  const promisedCount = (kind: string) => customers.promised.filter((promise) => promise.kind === kind).length
  return {
    ...size,
    ...verdict,
    transfers: customers.transfers,
    seconds: Math.round((performance.now() - began) / 1_000),
    simulatedHours: Math.round(((ctx.clock.now() - clock.origin) / 3_600_000) * 10) / 10,
    reorganisations: chains.reorganisations,
    wrongAnswers: chains.faults().answers,
    kindsOfFault: chains.faults().kinds,
    otherTokens: { sent: chains.strange, noted: await notedTokens(ctx.postgres.db) },
    answered: {
      created: promisedCount('created'),
      cancelled: promisedCount('cancelled'),
      completed: promisedCount('completed'),
    },
    refusals: customers.refusals,
    orders: await ordersByStatus(ctx.postgres.db),
    creditedAtLastKill,
  }
}

/** The working payments process, and a second process that is already loaded, so that a kill costs no time. */
class KilledRole implements AsyncDisposable {
  readonly #orders: PaymentOrders
  #working: ChildProcess | null = null
  #next: Promise<ChildProcess>

  constructor(orders: PaymentOrders) {
    this.#orders = orders
    this.#next = this.#load()
  }

  async start(): Promise<void> {
    if (this.#working) return
    this.#working = await this.#next
    this.#next = this.#load()
    this.#working.send(this.#orders)
  }

  /** Kills the process with SIGKILL and expires its lease, so that the next process need not wait for it. */
  async kill(db: Db): Promise<void> {
    const victim = this.#working
    if (!victim) return
    this.#working = null
    if (victim.exitCode !== null) throw new Error(`the payments process ended by itself with ${victim.exitCode}`)
    const gone = once(victim, 'exit')
    victim.kill('SIGKILL')
    await gone
    await sql`update lease set until = to_timestamp(0)`.execute(db)
  }

  async finish(): Promise<void> {
    const gone = this.#working && once(this.#working, 'exit')
    this.#working?.send('finish')
    await gone
    this.#working = null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of [this.#working, await this.#next]) child?.kill('SIGKILL')
  }

  async #load(): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, '../../test/fixtures/payment-process.ts'))
    await once(child, 'message')
    return child
  }
}

function platformOn(test: TestPlatform, clock: Platform['clock'], ring: string): Platform {
  const keyring = createKeyring(ring)
  return {
    ...test,
    clock,
    mail: createMail('mailbox', { keyring, clock }),
    limiter: new MemoryLimiter(clock),
    keyring,
  }
}

async function customersOf(ctx: Platform, transfers: number): Promise<TestAccount[]> {
  const count = Math.min(customersMax, Math.ceil(transfers / 3))
  const accounts: TestAccount[] = []
  for (let n = 0; n < count; n++) accounts.push(await testAccount(ctx, `customer${n}@example.com`))
  return accounts
}

/** After this many scans of all networks without a new deposit, everything is decided. */
const decidedAfterScans = 2
/** The longest wait for a new deposit. A busy machine may stop the watching process for many seconds. */
const depositWaitMsMax = 60_000

/**
 * Waits until all `sent` transfers are credited and no transfer, order or network is stuck. Gives up after
 * `depositWaitMsMax` without a new deposit.
 */
export async function untilQuiet(
  db: Db,
  sent: number,
  pause: () => Promise<unknown> = () => sleep(250),
): Promise<void> {
  let credited = -1
  let scanned = 0
  let scans = 0
  for (let newestAt = performance.now(); performance.now() - newestAt < depositWaitMsMax; await pause()) {
    const now = { credited: await deposits(db), scanned: await scannedAt(db) }
    if (now.credited !== credited) {
      scans = 0
      newestAt = performance.now()
    } else if (now.scanned > scanned) scans++
    ;({ credited, scanned } = now)
    if (credited >= sent && scans >= decidedAfterScans && (await strandedThings(db)).length === 0) return
  }
}

/** The earliest of the networks' last scans, in ms. */
async function scannedAt(db: Db): Promise<number> {
  const rows = await sql<{ at: Date | null }>`select min(last_ok_at) as at from billing_network`.execute(db)
  return rows.rows[0]?.at?.getTime() ?? 0
}

async function deposits(db: Db): Promise<number> {
  const rows = await sql<{ n: bigint }>`select count(*) as n from ledger_entry where kind = 'deposit'`.execute(db)
  return Number(rows.rows[0]?.n ?? 0n)
}

async function notedTokens(db: Db): Promise<number> {
  const rows = await sql<{ n: bigint }>`select count(*) as n from other_token`.execute(db)
  return Number(rows.rows[0]?.n ?? 0n)
}

async function ordersByStatus(db: Db): Promise<Record<string, number>> {
  const names = ['pending', 'completed', 'cancelled', 'timed out']
  const rows = await sql<{ status: number; late: boolean; n: bigint }>`
    select status, late, count(*) as n from billing_order group by status, late order by status, late`.execute(db)
  return Object.fromEntries(
    rows.rows.map((row) => [`${names[row.status]}${row.late ? ' late' : ''}`, Number(row.n)] as const),
  )
}
