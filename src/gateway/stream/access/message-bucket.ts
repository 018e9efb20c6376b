import { streamLimits } from '#src/contract/stream-names.ts'

/** A token bucket that control messages and pings share. */
export class MessageBucket {
  #left: number = streamLimits.messagesBurst
  #at: number

  constructor(now: number) {
    this.#at = now
  }

  spend(now: number): boolean {
    const gained = ((now - this.#at) * streamLimits.messagesPerSecond) / 1000
    this.#left = Math.min(streamLimits.messagesBurst, this.#left + gained) - 1
    this.#at = now
    return this.#left >= 0
  }
}
