import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Network, type NetworkCode, networksOf } from '#src/billing/chains/network.ts'
import { microOf, unitsOf } from '#src/billing/chains/token-amount.ts'
import type { Hash } from '#src/billing/chains/transfer.ts'
import { SandboxChain, type SandboxEvent } from '#src/billing/sandbox/sandbox-chain.ts'
import { sandboxTransport } from '#src/billing/sandbox/sandbox-rpc.ts'
import type { Clock } from '#src/platform/clock.ts'
import { testSettings } from '#test/fixtures/settings.ts'
import { NodeFaults } from './payment-drill-faults.ts'

/**
 * Calls at the rate that a public node allows, and few confirmations, so that most processes have payments to settle
 * before their kill.
 */
export const drillPace = {
  pollOpenMs: 6_000,
  pollIdleMs: 60_000,
  blockMs: 3_000,
  confirmations: 6,
  finality: 'depth',
  // The drill's clock is sixty times as fast, so on a busy machine the chain's newest block is minutes old.
  headAgeMaxMs: 15 * 60_000,
} as const

/** A third network, which is defined only in the settings. Its token has eighteen decimals. */
export const drillSettings = {
  PAYMENT_NETWORKS: 'POLYGON',
  POLYGON_CHAIN: `Polygon, 137, 0x${'b0'.repeat(20)}, USDT, 18`,
  POLYGON_CONFIRMATIONS: '20',
}

/** Tokens other than ours. A quarter of the transactions transfer them. */
const strangeTokens = ['c1', 'c2', 'c3'].map((digits) => `0x${digits.repeat(20)}` as const)
const strangeShare = 4

const payer = `0x${'5a'.repeat(20)}` as const

/** A final transfer on the chain, with the idempotency key that a correct ledger gives it. */
export type ChainTransfer = { idem: string; to: string; micro: bigint; blockTime: number }

/** The sandbox chains of all networks behind one HTTP port. They mine by the clock. The drill never kills them. */
export class DrillChains implements AsyncDisposable {
  readonly networks: readonly Network[]
  reorganisations = 0
  sent = 0
  strange = 0
  readonly #chains = new Map<NetworkCode, SandboxChain>()
  readonly #faults = new Map<NetworkCode, NodeFaults>()
  readonly #clock: Clock
  readonly #random: (below: number) => number
  readonly #server
  #mining: NodeJS.Timeout | undefined

  constructor(clock: Clock, seed: number, random: (below: number) => number) {
    this.#clock = clock
    this.#random = random
    this.networks = networksOf(testSettings(drillSettings)).map((network) => ({ ...network, ...drillPace }))
    for (const { code, chainId, blockMs, addressFormat } of this.networks) {
      const genesisTime = clock.now() - 1_000 * blockMs
      const numberedHashes = addressFormat === 'tron'
      const chain = new SandboxChain({ chainId, seed: `drill-${seed}-${code}`, genesisTime, blockMs, numberedHashes })
      chain.mine(1_000)
      this.#chains.set(code, chain)
      this.#faults.set(code, new NodeFaults(clock, random))
    }
    const transports = new Map(this.networks.map((network) => [network.code as string, this.#transport(network)]))
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      try {
        const answer = await transports.get(request.url?.slice(1) ?? '')?.(Buffer.concat(chunks).toString())
        response.writeHead(answer?.status ?? 404).end(answer?.body)
      } catch {
        // The reply 'closed': the node closes the connection.
        response.destroy()
      }
    })
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.#mining = setInterval(() => this.#live(), 20)
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  send(code: NetworkCode, to: SandboxEvent['to'], values: readonly bigint[]): void {
    const hash: Hash = `0x${(++this.sent).toString(16).padStart(64, '0')}`
    const { token, tokenDecimals } = this.network(code)
    const events = values.map((micro) => ({ token, from: payer, to, value: unitsOf(micro, tokenDecimals) }))
    const strange = strangeTokens[Math.floor(this.#random(strangeTokens.length * strangeShare))]
    if (strange) this.strange++
    this.#chain(code).send({
      hash,
      events: strange ? [{ token: strange, from: payer, to, value: 7n }, ...events] : events,
    })
  }

  network(code: NetworkCode): Network {
    const found = this.networks.find((network) => network.code === code)
    if (!found) throw new Error(code)
    return found
  }

  transfers(): ChainTransfer[] {
    return this.networks.flatMap(({ code, token, tokenDecimals }) => {
      const chain = this.#chain(code)
      return chain.blocksWithin(0, chain.head).flatMap((block) =>
        block.transactions.flatMap(({ hash, events }) => {
          const ours = events.filter((event) => event.token === token)
          return ours.map(({ to, value }, at) => ({
            idem: `deposit:${code}:${hash}:${to}:${ours.slice(0, at).filter((event) => event.to === to).length}`,
            to,
            micro: microOf(value, tokenDecimals),
            blockTime: block.time,
          }))
        }),
      )
    })
  }

  endFaults(): void {
    for (const faults of this.#faults.values()) faults.end()
  }

  faults(): { answers: number; kinds: number } {
    const all = [...this.#faults.values()]
    const kinds = new Set(all.flatMap(({ met }) => [...met])).size
    return { answers: all.reduce((sum, { answers }) => sum + answers, 0), kinds }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#mining)
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #live(): void {
    for (const faults of this.#faults.values()) faults.live()
    for (const chain of this.#chains.values()) {
      const before = chain.head
      chain.mineUntil(this.#clock.now())
      if (chain.head === before || this.#random(100) >= 3) continue
      this.reorganisations++
      chain.reorganise(1 + Math.floor(this.#random(5)), () => (this.#random(2) < 1 ? 'waiting' : 'same_height'))
    }
  }

  #chain(code: NetworkCode): SandboxChain {
    const chain = this.#chains.get(code)
    if (!chain) throw new Error(code)
    return chain
  }

  #transport({ code, confirmations, addressFormat, tokenSymbol: symbol, tokenDecimals: decimals }: Network) {
    const javaTron = addressFormat === 'tron'
    const manners = { javaTron, finalizedDepth: javaTron ? confirmations - 1 : 64, token: { symbol, decimals } }
    return sandboxTransport(this.#chain(code), manners, () => this.#faults.get(code)?.next() ?? null)
  }
}
