import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Address20 } from '#src/billing/chains/address.ts'
import { type Hash, quantity, topicOf, transferTopic, word } from '#src/billing/chains/transfer.ts'
import type { Anvil } from './anvil.ts'
import type { EvmTools } from './tools.ts'

const selectors = {
  transfer: selector('transfer(address,uint256)'),
  balanceOf: selector('balanceOf(address)'),
  setFee: selector('setFee(uint256)'),
  pay: selector('pay(address,address[],uint256[])'),
}

export type TokenTransfer = { hash: Hash; from: Address20; to: Address20; micro: bigint; logIndex: number }

export async function deploy(anvil: Anvil, bytecode: string, args = ''): Promise<Address20> {
  const hash = await anvil.send({ from: anvil.account(0), data: bytecode + args })
  await anvil.mine((await anvil.head()).time + 1_000)
  const receipt = (await anvil.call('eth_getTransactionReceipt', [hash])) as Record<string, string>
  if (receipt.status !== '0x1') throw new Error('a contract could not be deployed')
  return receipt.contractAddress as Address20
}

/** A test token. Account 0 of the node owns the whole supply. */
export class Token {
  readonly address: Address20
  readonly #anvil: Anvil

  static async deploy(anvil: Anvil, contracts: EvmTools['contracts'], symbol = 'USDT'): Promise<Token> {
    const text = Buffer.from(symbol).toString('hex').padEnd(64, '0')
    const args = digits(64n) + digits(10n ** 15n) + digits(BigInt(symbol.length)) + text
    return new Token(anvil, await deploy(anvil, contracts.Token.bytecode, args))
  }

  private constructor(anvil: Anvil, address: Address20) {
    this.#anvil = anvil
    this.address = address
  }

  transfer(from: Address20, to: Address20, micro: bigint): Promise<Hash> {
    return this.#anvil.send({ from, to: this.address, data: transferData(to, micro) })
  }

  setFee(basisPoints: bigint): Promise<Hash> {
    return this.#anvil.send({
      from: this.#anvil.account(0),
      to: this.address,
      data: selectors.setFee + digits(basisPoints),
    })
  }

  /** Many transfers in one transaction, through the contract at `batch`. */
  payMany(batch: Address20, payments: readonly { to: Address20; micro: bigint }[]): Promise<Hash> {
    const count = BigInt(payments.length)
    const recipients = digits(count) + payments.map(({ to }) => digits(BigInt(to))).join('')
    const values = digits(count) + payments.map(({ micro }) => digits(micro)).join('')
    const head = digits(BigInt(this.address)) + digits(96n) + digits(96n + 32n * (count + 1n))
    const data = selectors.pay + head + recipients + values
    return this.#anvil.send({ from: this.#anvil.account(0), to: batch, data })
  }

  async balanceOf(owner: Address20): Promise<bigint> {
    const data = selectors.balanceOf + digits(BigInt(owner))
    const answer = word(await this.#anvil.call('eth_call', [{ to: this.address, data }, 'latest']))
    if (answer === null) throw new Error('balanceOf returned no number')
    return answer
  }

  async transfers(): Promise<TokenTransfer[]> {
    const filter = { fromBlock: '0x0', toBlock: 'latest', address: this.address, topics: [transferTopic] }
    const rows = (await this.#anvil.call('eth_getLogs', [filter])) as Record<string, string>[]
    return rows.map((row) => ({
      hash: row.transactionHash as Hash,
      from: `0x${row.topics?.[1]?.slice(-40)}`,
      to: `0x${row.topics?.[2]?.slice(-40)}`,
      micro: word(row.data) ?? 0n,
      logIndex: quantity(row.logIndex) ?? 0,
    }))
  }
}

function transferData(to: Address20, micro: bigint): string {
  return selectors.transfer + topicOf(to).slice(2) + digits(micro)
}

function selector(signature: string): string {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(signature)).subarray(0, 4))}`
}

/** Encodes a word of the ABI as hexadecimal digits, without the prefix 0x. */
function digits(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
