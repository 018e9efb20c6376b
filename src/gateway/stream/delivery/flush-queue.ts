/** Batched outboxes are flushed in this number of phases, because the last write of a single burst would be late. */
const phases = 4
/** The fraction of the deadline that is kept as a reserve. */
const reserve = 0.2
/**
 * After a flush of plain outboxes, the next flush waits this many times as long as the flush took, so that under load
 * one write carries several events.
 */
const plainRest = 2

/** `phase` is null for plain outboxes. */
type Flushable = { readonly phase: number | null; flush(): void }

/**
 * Outboxes with unsent data. Plain outboxes are flushed after a batch of the tape, batched outboxes within `batchMs`.
 */
export class FlushQueue {
  readonly #roundMs: number
  readonly #stepMs: number
  #plain: Flushable[] = []
  readonly #batched: Flushable[][] = Array.from({ length: phases }, () => [])
  /** The time at which the first outbox of each phase began to wait. */
  readonly #since = new Float64Array(phases)
  #joined = 0
  #waiting = 0
  #phase = 0
  #dueAt = 0
  #cancel: (() => void) | null = null
  /** Ends the wait of plain outboxes for their next flush. */
  #cancelPlain: (() => void) | null = null
  #restsUntil = 0
  #onIdle = (): void => {}

  constructor(batchMs: number) {
    this.#roundMs = batchMs * (1 - reserve)
    this.#stepMs = this.#roundMs / phases
  }

  get isIdle(): boolean {
    return this.#plain.length === 0 && this.#waiting === 0
  }

  /** `work` runs after each flush that leaves the queue idle. */
  whenIdle(work: () => void): void {
    this.#onIdle = work
  }

  join(): number {
    this.#joined += 1
    return this.#joined % phases
  }

  add(outbox: Flushable): void {
    if (outbox.phase === null) {
      this.#plain.push(outbox)
      this.#cancelPlain ??= soon(() => this.flushPlain())
      return
    }
    const due = this.#batched[outbox.phase] ?? []
    if (due.length === 0) this.#since[outbox.phase] = performance.now()
    due.push(outbox)
    this.#waiting += 1
    if (!this.#cancel) this.#plan(performance.now())
  }

  /**
   * Flushes plain outboxes at once, or when the pause after the last flush is over, but never later than batched
   * outboxes.
   */
  flushPlain(): void {
    if (this.#plain.length === 0) return
    const rest = this.#restsUntil - performance.now()
    this.#cancelPlain?.()
    if (rest <= 0) this.#flushPlain()
    else this.#cancelPlain = later(() => this.#flushPlain(), rest)
  }

  #flushPlain(): void {
    this.#cancelPlain?.()
    this.#cancelPlain = null
    const due = this.#plain
    this.#plain = []
    const began = performance.now()
    for (const outbox of due) outbox.flush()
    const ended = performance.now()
    this.#restsUntil = ended + Math.min(plainRest * (ended - began), this.#roundMs)
    if (this.isIdle) this.#onIdle()
  }

  flushAll(): void {
    this.#flushPlain()
    this.flushBatched()
  }

  flushBatched(): void {
    this.#cancel?.()
    this.#cancel = null
    for (let phase = 0; phase < phases; phase += 1) this.#flushPhase(phase)
    if (this.isIdle) this.#onIdle()
  }

  #flushPhase(phase: number): void {
    const due = this.#batched[phase] ?? []
    this.#batched[phase] = []
    this.#waiting -= due.length
    for (const outbox of due) outbox.flush()
  }

  /**
   * Plans the next phase for one step after the due time of this phase. If the phase were planned from the current
   * time, the delays of timers, 1 to 2 ms each, would add up. A late phase runs at once.
   */
  #plan(from: number): void {
    const now = performance.now()
    this.#dueAt = Math.max(from + this.#stepMs, now)
    const next = (): void => this.#next()
    this.#cancel = this.#dueAt === now ? soon(next) : later(next, this.#dueAt - now)
  }

  /** Flushes the next phase and each later phase that cannot wait, because under full load timers run too rarely. */
  #next(): void {
    do {
      this.#phase = (this.#phase + 1) % phases
      this.#flushPhase(this.#phase)
    } while (this.#cannotWait((this.#phase + 1) % phases))
    this.#cancel = null
    if (this.#waiting > 0) this.#plan(this.#dueAt)
    else if (this.isIdle) this.#onIdle()
  }

  /** Whether one more step would miss the phase's deadline. */
  #cannotWait(phase: number): boolean {
    if (this.#batched[phase]?.length === 0) return false
    return performance.now() + this.#stepMs - (this.#since[phase] ?? 0) > this.#roundMs
  }
}

function soon(work: () => void): () => void {
  const immediate = setImmediate(work)
  return () => clearImmediate(immediate)
}

function later(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
