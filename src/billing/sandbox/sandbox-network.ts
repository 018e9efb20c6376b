import { z } from 'zod'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { RpcTransport } from '../chains/json-rpc.ts'
import type { Network } from '../chains/network.ts'
import type { Hash } from '../chains/transfer.ts'
import { networkState } from '../networks/network-store.ts'
import type { Fault } from './node-fault.ts'
import { type AfterReorganisation, SandboxChain } from './sandbox-chain.ts'
import { sandboxTransport } from './sandbox-rpc.ts'
import {
  chainBirth,
  deleteTransactions,
  moveBirth,
  noteReorganisation,
  setBlocks,
  storedTransactions,
} from './sandbox-store.ts'

const channel = 'sandbox_chain'
/** Enough blocks that a scan backwards never reaches the first block. */
const blocksAtBirth = 2_000
const trickMs = 20_000
/** A head that is later than the clock by more than this was mined while the clock was wrong. */
const aheadMsMax = 60_000

/** Faults of the chain that the page of the test wallet can cause, to test an order. */
const sandboxTrick = z.object({
  network: z.string(),
  trick: z.enum(['reorganise', 'reorganise_and_drop', 'silent', 'unreachable', 'honest']),
})
export type SandboxTrick = z.infer<typeof sandboxTrick>

export async function requestTrick(ctx: Platform, tx: Tx, trick: SandboxTrick): Promise<void> {
  await ctx.postgres.notify(tx, channel, trick)
}

/** Tricks missed while disconnected are not repeated: a person clicks the button of the test wallet again. */
const noCatchUp = () => {}

/** The sandbox chain of one network. Mines blocks as time passes; the database has the wallet's transactions. */
export class SandboxNetwork implements AsyncDisposable {
  readonly chain: SandboxChain
  readonly #ctx: Platform
  readonly #network: Network
  readonly #rpc: RpcTransport
  #loadedTo: Date | null = null
  #trick: { fault: Fault; until: number } | null = null
  #listener: AsyncDisposable | null = null

  static async open(ctx: Platform, network: Network): Promise<SandboxNetwork> {
    const birth = await chainBirth(ctx.postgres.db, network.code, {
      seed: `${network.code}-${ctx.random.uuid()}`,
      genesisAt: ctx.clock.now() - blocksAtBirth * network.blockMs,
    })
    const sandbox = new SandboxNetwork(ctx, network, birth)
    const seen = await networkState(ctx.postgres.db, network.code)
    sandbox.chain.mine(seen?.head ?? 0)
    await sandbox.advance()
    sandbox.#listener = await ctx.postgres.listen(channel, (payload) => sandbox.#play(payload), noCatchUp)
    return sandbox
  }

  private constructor(
    ctx: Platform,
    network: Network,
    birth: { seed: string; genesisAt: number; reorganisedFrom: readonly number[] },
  ) {
    this.#ctx = ctx
    this.#network = network
    const javaTron = network.addressFormat === 'tron'
    this.chain = new SandboxChain({
      chainId: network.chainId,
      seed: birth.seed,
      genesisTime: birth.genesisAt,
      reorganisedFrom: birth.reorganisedFrom,
      blockMs: network.blockMs,
      numberedHashes: javaTron,
    })
    const manners = {
      javaTron,
      finalizedDepth: javaTron ? network.confirmations - 1 : 64,
      token: { symbol: network.tokenSymbol, decimals: network.tokenDecimals },
    }
    this.#rpc = sandboxTransport(this.chain, manners, (method) => this.#fault(method))
  }

  /** The watcher's transport: answers like a remote node, with all blocks up to the current time. */
  readonly transport: RpcTransport = async (body) => {
    await this.advance()
    return this.#rpc(body)
  }

  async advance(): Promise<void> {
    const { db } = this.#ctx.postgres
    const now = this.#ctx.clock.now()
    const { rows, upTo } = await storedTransactions(db, this.#network.code, this.#loadedTo)
    this.#loadedTo = upTo === null || upTo.getTime() <= now ? upTo : new Date(now)
    const waiting: Hash[] = []
    for (const row of rows) {
      if (this.chain.numberOf(row.hash) !== null) continue
      if (row.block !== null) this.chain.restore(row.block, row)
      else {
        this.chain.send(row)
        waiting.push(row.hash)
      }
    }
    // A head that is far ahead of the clock is moved back, since otherwise nothing would be mined until that time.
    const head = this.chain.block(this.chain.head)
    if (head && head.time > now + aheadMsMax) await moveBirth(db, this.#network.code, this.chain.moveHeadTo(now))
    const before = this.chain.head
    this.chain.mineUntil(now)
    if (this.chain.head > before) await setBlocks(db, this.#network.code, waiting, before + 1)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#listener?.[Symbol.asyncDispose]()
  }

  async #play(payload: unknown): Promise<void> {
    const parsed = sandboxTrick.safeParse(payload)
    if (!parsed.success || parsed.data.network !== this.#network.code) return
    const { trick } = parsed.data
    const until = this.#ctx.clock.now() + trickMs
    if (trick === 'honest') this.#trick = null
    if (trick === 'silent') this.#trick = { fault: 'empty_logs', until }
    if (trick === 'unreachable') this.#trick = { fault: 'disconnected', until }
    if (trick === 'reorganise') await this.reorganise(5, 'waiting')
    if (trick === 'reorganise_and_drop') await this.reorganise(5, 'dropped')
  }

  /** Replaces the newest blocks. Their transactions are mined again later, or never. */
  async reorganise(depth: number, fate: Exclude<AfterReorganisation, 'same_height'>): Promise<void> {
    const { chain } = this
    const touched = chain
      .blocksWithin(chain.head - depth + 1, chain.head)
      .flatMap((block) => block.transactions.map((transaction) => transaction.hash))
    const first = chain.reorganise(depth, () => fate)
    const { db } = this.#ctx.postgres
    await noteReorganisation(db, this.#network.code, first)
    if (fate === 'waiting') await setBlocks(db, this.#network.code, touched, null)
    else await deleteTransactions(db, this.#network.code, touched)
  }

  #fault(method: string): Fault | null {
    if (!this.#trick || this.#trick.until < this.#ctx.clock.now()) return null
    return this.#trick.fault === 'disconnected' || method === 'eth_getLogs' ? this.#trick.fault : null
  }
}
