import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address20, formatAddress, parseAddress } from '#src/billing/chains/address.ts'
import { deriverOf } from '#src/billing/chains/derivation.ts'
import { type NetworkState, networkState } from '#src/billing/networks/network-store.ts'
import { commands } from '#src/cli/commands.ts'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { createKeyring, newRing } from '#src/platform/data-dir/keyring.ts'
import type { Platform } from '#src/platform/platform.ts'
import { sendCommand } from '#src/platform/server/control.ts'
import { type TestAccount, testAccount } from '#test/fixtures/account.ts'
import { type Called, call } from '#test/fixtures/customer.ts'
import { liveEnvironment } from '#test/fixtures/live.ts'
import type { TestPlatform } from '#test/fixtures/platform.ts'
import { type SmtpInbox, smtpInbox } from '#test/fixtures/smtp.ts'
import { type Spawned, spawnProduct } from '#test/fixtures/spawned.ts'
import { accountKey } from '../../tools/sweep/account-key.ts'
import { Anvil } from './anvil.ts'
import { drillClock } from './clock.ts'
import { FaultProxy, witness } from './fault-proxy.ts'
import { deploy, Token } from './token.ts'
import type { EvmTools } from './tools.ts'

const chainId = 20_260_105
/** The chain id of a second network, which is defined only in the settings. */
const secondChainId = 20_260_106
export const secondCode = 'POLYGON'
const blockMs = 6_000
export const secondNode = 'https://second-chain.node.example.com'

type Chains = Pick<
  EvmWorld,
  'anvil' | 'impostor' | 'proxy' | 'token' | 'wrongToken' | 'second' | 'secondToken' | 'batch'
>

export type Buyer = { account: TestAccount; order: WireOrder; address: Address20 }

/**
 * A real node with a token, the product in live mode that watches the node through a proxy, and customers of the
 * product's account API.
 */
export class EvmWorld implements AsyncDisposable {
  readonly ctx: Platform
  readonly anvil: Anvil
  /** A second chain with the same chain id. */
  readonly impostor: Anvil
  readonly proxy: FaultProxy
  readonly token: Token
  readonly wrongToken: Token
  /** The chain of the network `secondCode`, and its token. */
  readonly second: Anvil
  readonly secondToken: Token
  readonly batch: Address20
  readonly phrase: string
  readonly #clock: ReturnType<typeof drillClock>
  readonly #product: Spawned
  readonly #speed: number
  readonly #stack: AsyncDisposableStack
  #line: Promise<unknown> = Promise.resolve()
  #buyers = 0

  static async open(test: TestPlatform, tools: EvmTools, speed: number): Promise<EvmWorld> {
    await using stack = new AsyncDisposableStack()
    const time = { origin: Date.now(), speed }
    const clock = drillClock(time)
    const ring = newRing()
    const anvil = stack.use(await Anvil.start(tools.anvil, { chainId, time: clock.now() - 600_000 }))
    const impostor = stack.use(await Anvil.start(tools.anvil, { chainId, time: clock.now() - 500_000 }))
    const second = stack.use(await Anvil.start(tools.anvil, { chainId: secondChainId, time: clock.now() - 600_000 }))
    const proxy = stack.use(new FaultProxy(anvil.url, { 'second-chain': second.url }))
    const chain = {
      anvil,
      impostor,
      proxy,
      token: await Token.deploy(anvil, tools.contracts),
      wrongToken: await Token.deploy(anvil, tools.contracts),
      second,
      secondToken: await Token.deploy(second, tools.contracts),
      batch: await deploy(anvil, tools.contracts.Batch.bytecode),
    }
    await fund(chain)
    await anvil.mine(clock.now(), 20)
    await second.mine(clock.now(), 20)
    // The words are random. A real word list is not needed, because keys are derived from any words in the same way.
    const phrase = Array.from({ length: 12 }, () => randomBytes(4).toString('hex')).join(' ')
    const smtp = stack.use(await smtpInbox())
    const environment = {
      ...operatorSettings({ phrase, token: chain.token, secondToken: chain.secondToken, smtp, ring, test }),
      EVM_CLOCK: JSON.stringify(time),
      EVM_PROXY: await proxy.open(),
    }
    const product = stack.use(
      await spawnProduct(test.settings.dataDir, environment, ['--import', './lab/evm/in-product.ts']),
    )
    const world = new EvmWorld({ ...test, clock, keyring: createKeyring(ring) }, chain, {
      clock,
      product,
      speed,
      phrase,
      stack: stack.move(),
    })
    await world.#begin()
    return world
  }

  private constructor(
    ctx: Platform,
    chain: Chains,
    own: {
      clock: ReturnType<typeof drillClock>
      product: Spawned
      speed: number
      phrase: string
      stack: AsyncDisposableStack
    },
  ) {
    this.ctx = ctx
    this.anvil = chain.anvil
    this.impostor = chain.impostor
    this.proxy = chain.proxy
    this.token = chain.token
    this.wrongToken = chain.wrongToken
    this.second = chain.second
    this.secondToken = chain.secondToken
    this.batch = chain.batch
    this.phrase = own.phrase
    this.#clock = own.clock
    this.#product = own.product
    this.#speed = own.speed
    this.#stack = own.stack
  }

  get now(): number {
    return this.#clock.now()
  }

  async buyer(network = 'ETC20'): Promise<Buyer> {
    const account = await testAccount(this.ctx, `buyer${++this.#buyers}@example.com`)
    const wish = { planId: 'integrated-base', period: 'month', network, currency: 'USDT' }
    const { status, body } = await this.api(account, '/api/order', wish)
    if (status !== 200) throw new Error(`an order was refused: ${JSON.stringify(body)}`)
    const address = parseAddress(body.data.address, 'evm')
    if (!address) throw new Error(`an order has the address ${body.data.address}`)
    return { account, order: body.data, address }
  }

  api(account: TestAccount, path: string, body?: unknown): Promise<Called> {
    return call(this.#product.site, path, body, { authorization: `Bearer ${account.token}` })
  }

  async read({ account, order }: Buyer): Promise<WireOrder> {
    const { status, body } = await this.api(account, `/api/order/${order.orderNo}`)
    if (status !== 200) throw new Error(`order ${order.orderNo}: ${JSON.stringify(body)}`)
    return body.data
  }

  /** Sends tokens from the node's account `from`. The transfer is mined with the next block. */
  pay(to: Address20, micro: bigint, from = 1) {
    return this.token.transfer(this.anvil.account(from), to, micro)
  }

  async network(code = 'ETC20'): Promise<NetworkState> {
    const state = await networkState(this.ctx.postgres.db, code)
    if (!state) throw new Error('the network was never opened')
    return state
  }

  /** Waits at most `seconds` of product time until `condition` returns a value. */
  async until<T>(what: string, condition: () => Promise<T | false | null>, seconds = 900): Promise<T> {
    const began = this.now
    for (;;) {
      const found = await condition()
      if (found) return found
      if (this.#product.child.exitCode !== null) throw new Error(`the product ended:\n${this.output()}`)
      if (this.now - began > seconds * 1_000) throw new Error(`${what}: not within ${seconds} s\n${this.output()}`)
      await sleep(25)
    }
  }

  /** Runs `work` while nothing is mined. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#line.then(work)
    this.#line = turn.catch(() => {})
    return turn
  }

  reorganise(depth: number, keep: (transaction: string) => boolean): Promise<void> {
    return this.alone(() => this.anvil.reorganise(depth, this.now, keep))
  }

  async jump(ms: number): Promise<void> {
    await this.alone(async () => {
      await this.anvil.mine(this.now + ms)
      await this.second.mine(this.now + ms)
      this.#clock.setAhead(this.#clock.ahead() + ms)
      this.#product.child.send({ aheadMs: this.#clock.ahead() })
    })
    const jumped = this.now
    await this.until(
      'the network is watched after a jump',
      async () => ((await this.network()).lastOkAt ?? 0) >= jumped,
    )
  }

  async tapewire(command: string, ...args: string[]): Promise<string> {
    if (!commands.some(({ name }) => name === command)) throw new Error(`there is no ${command}`)
    const lines: string[] = []
    const print = (line: string) => lines.push(line)
    const io = { cwd: process.cwd(), signal: new AbortController().signal, print, progress: () => {} }
    await sendCommand(this.ctx.settings.dataDir, { command, args, cwd: io.cwd }, io)
    return lines.join('\n')
  }

  output(): string {
    return this.#product.output().slice(-3_000)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
    await this.#line
  }

  async #begin(): Promise<void> {
    const mine = () => void this.alone(() => this.#mine())
    const mining = setInterval(mine, blockMs / this.#speed)
    this.#stack.defer(() => clearInterval(mining))
    await this.#product.ready()
    for (const code of ['ETC20', secondCode]) {
      const state = () => this.network(code).catch(() => null)
      await this.until(`${code} is watched`, async () => (await state())?.lastOkAt ?? null)
    }
  }

  async #mine(): Promise<void> {
    if (this.#stack.disposed) return
    await this.anvil.mine(this.now)
    await this.impostor.mine(this.now)
    await this.second.mine(this.now)
  }
}

/**
 * Gives tokens to several accounts that pay in turn, because a payment that vanishes delays later payments of its
 * sender.
 */
async function fund({ anvil, token, wrongToken, second, secondToken, batch }: Omit<Chains, 'impostor' | 'proxy'>) {
  const owner = anvil.account(0)
  for (const account of [...anvil.accounts.slice(1), batch]) await token.transfer(owner, account, 10n ** 13n)
  await wrongToken.transfer(owner, anvil.account(1), 10n ** 12n)
  await secondToken.transfer(second.account(0), second.account(1), 10n ** 12n)
}

type Operator = { phrase: string; token: Token; secondToken: Token; smtp: SmtpInbox; ring: string; test: TestPlatform }

/**
 * Settings with the network `ETC20`, its two nodes and the second source `witness`, and with another network on a
 * second chain.
 */
function operatorSettings({ phrase, token, secondToken, smtp, ring, test }: Operator): Record<string, string> {
  const account = accountKey(phrase, '', 'evm')
  const secondAccount = accountKey(phrase, '', 'evm', 1)
  const first = (key: typeof account) => formatAddress(deriverOf(key.deriveChild(0), '').addressAt(0), 'evm')
  const { host, port, user, database } = test.postgresConnection
  const { TRC20_XPUB: _xpub, TRC20_FIRST_ADDRESS: _first, TRC20_RPC_URLS: _urls, ...live } = liveEnvironment()
  return {
    ...live,
    KEYRING: ring,
    SMTP_URL: smtp.url,
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    ETC20_XPUB: account.publicExtendedKey,
    ETC20_FIRST_ADDRESS: first(account),
    ETC20_RPC_URLS: 'https://first.node.example.com,https://second.node.example.com',
    ETC20_SECOND_URL: `https://${witness}.node.example.com`,
    ETC20_CHAIN: `Drill chain, ${chainId}, ${token.address}, USDT, 6`,
    PAYMENT_NETWORKS: secondCode,
    POLYGON_XPUB: secondAccount.publicExtendedKey,
    POLYGON_FIRST_ADDRESS: first(secondAccount),
    POLYGON_RPC_URLS: secondNode,
    POLYGON_CHAIN: `Second chain, ${secondChainId}, ${secondToken.address}, USDT, 6`,
    POLYGON_CONFIRMATIONS: '12',
    POLYGON_BLOCK_MS: `${blockMs}`,
  }
}
