/** Batched outboxes are flushed in this many phases: one burst of writes would make the last ones late. */
const phases = 4
/** Share of the deadline kept as slack. */
const reserve = 0.2

/** `phase` is null for plain outboxes. */
type Flushable = { readonly phase: number | null; flush(): void }

/** Outboxes with something to send. Plain ones are flushed after each batch of the tape, batched ones within `batchMs`. */
export class FlushQueue {
  readonly #roundMs: number
  readonly #stepMs: number
  #plain: Flushable[] = []
  readonly #batched: Flushable[][] = Array.from({ length: phases }, () => [])
  /** When the first outbox of each phase began to wait. */
  readonly #since = new Float64Array(phases)
  #joined = 0
  #waiting = 0
  #phase = 0
  #dueAt = 0
  #cancel: (() => void) | null = null
  #soon: NodeJS.Immediate | null = null

  constructor(batchMs: number) {
    this.#roundMs = batchMs * (1 - reserve)
    this.#stepMs = this.#roundMs / phases
  }

  join(): number {
    this.#joined += 1
    return this.#joined % phases
  }

  add(outbox: Flushable): void {
    if (outbox.phase === null) {
      this.#plain.push(outbox)
      this.#soon ??= setImmediate(() => this.flushPlain())
      return
    }
    const due = this.#batched[outbox.phase] ?? []
    if (due.length === 0) this.#since[outbox.phase] = performance.now()
    due.push(outbox)
    this.#waiting += 1
    if (!this.#cancel) this.#plan(performance.now())
  }

  flushPlain(): void {
    if (this.#soon) clearImmediate(this.#soon)
    this.#soon = null
    const due = this.#plain
    this.#plain = []
    for (const outbox of due) outbox.flush()
  }

  flushAll(): void {
    this.flushPlain()
    this.flushBatched()
  }

  flushBatched(): void {
    this.#cancel?.()
    this.#cancel = null
    for (let phase = 0; phase < phases; phase += 1) this.#flushPhase(phase)
  }

  #flushPhase(phase: number): void {
    const due = this.#batched[phase] ?? []
    this.#batched[phase] = []
    this.#waiting -= due.length
    for (const outbox of due) outbox.flush()
  }

  /** The next phase comes a step after this one was due, or at once if that is over: a timer takes 1 to 2 ms. */
  #plan(from: number): void {
    const now = performance.now()
    this.#dueAt = Math.max(from + this.#stepMs, now)
    const next = (): void => this.#next()
    if (this.#dueAt === now) {
      const soon = setImmediate(next)
      this.#cancel = () => clearImmediate(soon)
    } else {
      const later = setTimeout(next, this.#dueAt - now)
      this.#cancel = () => clearTimeout(later)
    }
  }

  /** Flushes the next phase, and at once each later one that cannot wait: under full load the loop runs us too rarely. */
  #next(): void {
    do {
      this.#phase = (this.#phase + 1) % phases
      this.#flushPhase(this.#phase)
    } while (this.#cannotWait((this.#phase + 1) % phases))
    this.#cancel = null
    if (this.#waiting > 0) this.#plan(this.#dueAt)
  }

  /** Would one more step miss the deadline? */
  #cannotWait(phase: number): boolean {
    if (this.#batched[phase]?.length === 0) return false
    return performance.now() + this.#stepMs - (this.#since[phase] ?? 0) > this.#roundMs
  }
}
