import { createHash } from 'node:crypto'
import type { Address20 } from '../chains/address.ts'
import type { Hash } from '../chains/transfer.ts'

/** One event of a transaction. `topics`: null for the topics of an ordinary Transfer. */
export type SandboxEvent = { token: Address20; from: Address20; to: Address20; value: bigint; topics?: Hash[] | null }

export type SandboxTransaction = {
  hash: Hash
  events: readonly SandboxEvent[]
  /** A failed transaction has a receipt with status 0 and leaves no events on an honest node. */
  failed?: boolean
  /** A transfer of native coin, in the chain's smallest unit. */
  native?: { to: Address20; value: bigint }
}

export type SandboxBlock = {
  number: number
  hash: Hash
  parentHash: Hash
  time: number
  transactions: SandboxTransaction[]
}

/** The fate of a transaction whose block is replaced: gone, in the new block of the same height, or waiting again. */
export type AfterReorganisation = 'dropped' | 'same_height' | 'waiting'

export type SandboxChainOptions = {
  chainId: number
  /** Identifies the chain: another seed gives another chain with another genesis block. */
  seed: string
  genesisTime: number
  blockMs: number
  /** java-tron puts the block's number into the first eight bytes of its hash. */
  numberedHashes: boolean
  /** The first replaced block of each past reorganisation. */
  reorganisedFrom?: readonly number[]
}

/**
 * A chain in memory that can mine and reorganise. Only blocks with transactions are stored; an empty block is computed
 * from its number, so millions of blocks need no memory. A replaced block and every block after it get new hashes.
 */
export class SandboxChain {
  options: Readonly<SandboxChainOptions>
  #head = 0
  #waiting: SandboxTransaction[] = []
  readonly #mined = new Map<number, SandboxTransaction[]>()
  readonly #reorganisedFrom: number[]
  readonly #blockNumbers = new Map<Hash, number>()
  readonly #tokens = new Map<string, bigint>()
  readonly #native = new Map<Address20, bigint>()

  constructor(options: SandboxChainOptions) {
    this.options = options
    this.#reorganisedFrom = [...(options.reorganisedFrom ?? [])].sort((a, b) => a - b)
  }

  get head(): number {
    return this.#head
  }

  /** Submits a transaction, which waits for the next block. A known hash is ignored. */
  send(transaction: SandboxTransaction): void {
    const known =
      this.#blockNumbers.has(transaction.hash) || this.#waiting.some((other) => other.hash === transaction.hash)
    if (!known) this.#waiting.push(transaction)
  }

  mine(count = 1): void {
    if (count < 1) return
    this.#setBlock(this.#head + 1, this.#waiting)
    this.#waiting = []
    this.#head += count
  }

  mineUntil(time: number): void {
    const due = Math.floor((time - this.options.genesisTime) / this.options.blockMs)
    if (due > this.#head) this.mine(due - this.#head)
  }

  /**
   * Sets the time of the head. Numbers and hashes stay, since they do not depend on times. Returns the time of block 0.
   */
  moveHeadTo(time: number): number {
    const genesisTime = time - this.#head * this.options.blockMs
    this.options = { ...this.options, genesisTime }
    return genesisTime
  }

  restore(block: number, transaction: SandboxTransaction): void {
    this.#setBlock(block, [...(this.#mined.get(block) ?? []), transaction])
    this.#head = Math.max(this.#head, block)
  }

  /**
   * Replaces the newest `depth` blocks by other blocks of the same heights. Returns the number of the first replaced
   * block.
   */
  reorganise(depth: number, fate: (transaction: SandboxTransaction) => AfterReorganisation): number {
    const first = Math.max(1, this.#head - depth + 1)
    this.#reorganisedFrom.splice(this.#saltOf(first), 0, first)
    for (let number = first; number <= this.#head; number++) {
      const old = this.#mined.get(number) ?? []
      this.#clearBlock(number)
      const stay: SandboxTransaction[] = []
      for (const transaction of old) {
        const then = fate(transaction)
        if (then === 'same_height') stay.push(transaction)
        if (then === 'waiting') this.#waiting.push(transaction)
      }
      if (stay.length > 0) this.#setBlock(number, stay)
    }
    return first
  }

  /** Moves waiting transactions into this block: a reorganisation may mine a payment earlier than before. */
  mineWaitingAt(number: number): void {
    this.#setBlock(number, [...(this.#mined.get(number) ?? []), ...this.#waiting])
    this.#waiting = []
  }

  block(number: number): SandboxBlock | null {
    if (number < 0 || number > this.#head) return null
    return {
      number,
      hash: this.hashOf(number),
      parentHash: number === 0 ? `0x${'0'.repeat(64)}` : this.hashOf(number - 1),
      time: this.options.genesisTime + number * this.options.blockMs,
      transactions: this.#mined.get(number) ?? [],
    }
  }

  blocksWithin(from: number, to: number): SandboxBlock[] {
    const numbers = [...this.#mined.keys()].filter((number) => number >= from && number <= to).sort((a, b) => a - b)
    return numbers.flatMap((number) => this.block(number) ?? [])
  }

  numberOf(transaction: Hash): number | null {
    return this.#blockNumbers.get(transaction) ?? null
  }

  tokenBalance(token: Address20, owner: Address20): bigint {
    return this.#tokens.get(token + owner) ?? 0n
  }

  nativeBalance(owner: Address20): bigint {
    return this.#native.get(owner) ?? 0n
  }

  hashOf(number: number): Hash {
    const text = `${this.options.seed}|${number}|${this.#saltOf(number)}`
    const digest = createHash('sha256').update(text).digest('hex')
    return this.options.numberedHashes ? `0x${number.toString(16).padStart(16, '0')}${digest.slice(16)}` : `0x${digest}`
  }

  /** Changes after a reorganisation, as on a real chain. */
  firstLogIndex(number: number): number {
    return (this.#saltOf(number) * 7) % 23
  }

  /** The number of reorganisations that began at or below the block. */
  #saltOf(number: number): number {
    let low = 0
    let high = this.#reorganisedFrom.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#reorganisedFrom[middle] ?? 0) <= number) low = middle + 1
      else high = middle
    }
    return low
  }

  #setBlock(number: number, transactions: readonly SandboxTransaction[]): void {
    this.#clearBlock(number)
    if (transactions.length === 0) return
    this.#mined.set(number, [...transactions])
    for (const transaction of transactions) {
      this.#blockNumbers.set(transaction.hash, number)
      this.#book(transaction, 1n)
    }
  }

  #clearBlock(number: number): void {
    for (const transaction of this.#mined.get(number) ?? []) {
      this.#blockNumbers.delete(transaction.hash)
      this.#book(transaction, -1n)
    }
    this.#mined.delete(number)
  }

  #book(transaction: SandboxTransaction, sign: bigint): void {
    if (transaction.failed) return
    for (const event of transaction.events) {
      if (event.topics || event.from === event.to) continue
      const owner = event.token + event.to
      this.#tokens.set(owner, (this.#tokens.get(owner) ?? 0n) + sign * event.value)
    }
    const { native } = transaction
    if (native) this.#native.set(native.to, (this.#native.get(native.to) ?? 0n) + sign * native.value)
  }
}
