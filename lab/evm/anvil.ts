import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address20 } from '#src/billing/chains/address.ts'
import { httpTransport, type JsonRpc, jsonRpc } from '#src/billing/chains/json-rpc.ts'
import type { Hash } from '#src/billing/chains/transfer.ts'

/** Anvil does not notice when its parent is killed. This shell notices, and kills Anvil when standard input closes. */
const guard = 'exec 3<&0; "$@" 3<&- & q=$!; (cat <&3 >/dev/null; kill -KILL $q) 2>/dev/null & wait $q'

type Sending = { from: Address20; to?: Address20; data?: string; value?: bigint }

/** A real node with a private chain. It mines only when called, at the given time. */
export class Anvil implements AsyncDisposable {
  readonly url: string
  readonly call: JsonRpc
  /** Accounts with test coins; the node signs for them. */
  readonly accounts: readonly Address20[]
  readonly #child: ChildProcess
  readonly #folder: string

  static async start(program: string, options: { chainId: number; time: number }): Promise<Anvil> {
    const folder = await mkdtemp(join(tmpdir(), 'tapewire-anvil-'))
    // Without `--no-cors` any web page could control the chain. Block states go to a folder that is removed at the
    // end.
    const args = ['--port', '0', '--no-cors', '--no-mining', '--chain-id', `${options.chainId}`]
    const states = ['--timestamp', `${Math.floor(options.time / 1000)}`, '--cache-path', folder]
    const kept = ['--max-persisted-states', '200']
    const child = spawn('/bin/sh', ['-c', guard, 'tapewire-anvil', program, ...args, ...states, ...kept], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { HOME: folder, PATH: process.env.PATH ?? '' },
    })
    const url = await listening(child)
    const call = jsonRpc(httpTransport({ url, headers: {} }, 60_000))
    return new Anvil(child, folder, url, call, (await call('eth_accounts', [])) as Address20[])
  }

  private constructor(child: ChildProcess, folder: string, url: string, call: JsonRpc, accounts: Address20[]) {
    this.#child = child
    this.#folder = folder
    this.url = url
    this.call = call
    this.accounts = accounts
  }

  /** The account with this index. Use different accounts for payments that must not depend on each other's order. */
  account(index: number): Address20 {
    const account = this.accounts[index]
    if (!account) throw new Error(`there is no account ${index}`)
    return account
  }

  async send({ value, ...sending }: Sending): Promise<Hash> {
    const coins = value === undefined ? {} : { value: `0x${value.toString(16)}` }
    return (await this.call('eth_sendTransaction', [{ ...sending, ...coins }])) as Hash
  }

  async head(): Promise<{ number: number; time: number }> {
    const block = (await this.call('eth_getBlockByNumber', ['latest', false])) as Record<string, string>
    return { number: Number(block.number), time: Number(block.timestamp) * 1000 }
  }

  /** Mines `count` blocks: the last block at `time` (ms), the others evenly before it. */
  async mine(time: number, count = 1): Promise<void> {
    const { time: from } = await this.head()
    for (let n = 1; n <= count; n++) {
      const at = Math.max(Math.floor((from + ((time - from) * n) / count) / 1000), Math.floor(from / 1000) + n)
      await this.call('evm_setNextBlockTimestamp', [at])
      await this.call('evm_mine', [])
    }
  }

  /**
   * Replaces the newest `depth` blocks by `depth + 1` others that end at `time`. Mines again the transactions that
   * `keep` accepts.
   */
  async reorganise(depth: number, time: number, keep: (transaction: Hash) => boolean): Promise<void> {
    const { number } = await this.head()
    const raw: unknown[] = []
    for (let at = number - depth + 1; at <= number; at++) {
      const block = (await this.call('eth_getBlockByNumber', [`0x${at.toString(16)}`, false])) as {
        transactions: Hash[]
      }
      for (const hash of block.transactions.filter(keep))
        raw.push(await this.call('eth_getRawTransactionByHash', [hash]))
    }
    await this.call('anvil_rollback', [depth])
    // The kept transactions are mined in the last new block, so that each gets another height.
    await this.mine(time - 2_000, depth)
    for (const transaction of raw) await this.call('eth_sendRawTransaction', [transaction])
    await this.mine(time)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#child, 'exit')
    this.#child.stdin?.destroy()
    if (this.#child.exitCode === null && this.#child.signalCode === null) await gone
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`anvil ended:\n${text}`)))
    child.stdout?.on('data', (chunk) => {
      // All output is read, so that the pipe never fills up.
      if (text.length < 20_000) text += chunk
      const found = /Listening on ([\d.]+:\d+)/.exec(text)
      if (found) resolve(`http://${found[1]}`)
    })
  })
}
