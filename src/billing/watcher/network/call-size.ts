import { dayMs, hourMs } from '#src/contract/time.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Network } from '../../chains/network.ts'
import type { RpcFaultKind } from '../../chains/rpc-fault.ts'

/** After this time the largest request is tried again, since a provider may raise its limits. */
const keptMs = dayMs
const givenUpMs = hourMs

/** The maximum size of a request, learnt from the node's first refusals. */
export class CallSize {
  readonly #max: Pick<Network, 'spanMax' | 'recipientsPerCall'>
  readonly #clock: Clock
  #span: number
  #recipients: number
  /**
   * The largest span that the node answered. If the node then refuses a smaller span, the cause is dense blocks and
   * not a limit of the range.
   */
  #answered = 0
  #learntAt = Number.POSITIVE_INFINITY
  #givenUpAt = Number.NEGATIVE_INFINITY

  constructor(max: Pick<Network, 'spanMax' | 'recipientsPerCall'>, clock: Clock) {
    this.#max = max
    this.#clock = clock
    this.#span = max.spanMax
    this.#recipients = max.recipientsPerCall
  }

  get span(): number {
    this.#forgetOld()
    return this.#span
  }

  get recipients(): number {
    this.#forgetOld()
    return this.#recipients
  }

  get mayRequest(): boolean {
    return this.#clock.elapsed() - this.#givenUpAt >= givenUpMs
  }

  giveUp(): void {
    this.#givenUpAt = this.#clock.elapsed()
  }

  answered(blocks: number): void {
    this.#answered = Math.max(this.#answered, blocks)
  }

  refused(kind: RpcFaultKind, blocks: number, recipients: number): void {
    if (kind === 'topic_limit') this.#recipients = Math.max(1, Math.floor(recipients / 2))
    // A single block is never too wide a range, so the learnt limit was wrong.
    else if (blocks === 1) this.#span = this.#max.spanMax
    else if (blocks > this.#answered) this.#span = Math.max(1, Math.floor(blocks / 2))
    this.#learntAt = this.#clock.elapsed()
  }

  #forgetOld(): void {
    if (this.#clock.elapsed() - this.#learntAt < keptMs) return
    this.#span = this.#max.spanMax
    this.#recipients = this.#max.recipientsPerCall
    this.#answered = 0
    this.#learntAt = Number.POSITIVE_INFINITY
  }
}
