import type { Failures } from '#src/site/content/scale/measured.ts'

/*
 * Simulates a fleet of gateway processes that deliver live events, and of which some stop at the same time. In each
 * step the market gives each process work; the market's pace changes for all processes together. A process does as much
 * work as one core can, and queues the rest.
 * Customers of a stopped process reconnect to the other processes within `backMs`, spread evenly. A returning customer
 * causes additional work: the events that the customer missed. An event is late by the work that was queued before it,
 * a pause of its process and the wait for the next flush.
 */
const processes = 48
const stepMs = 5
const calmMs = 15_000
const afterMs = 60_000
const warmUpMs = 3_000
/**
 * All clients of a stopped process have reconnected after this time. The SDK waits up to 0.5 s before its first
 * attempt; this limit doubles with each further attempt.
 */
const backMs = 5_000
/**
 * The load of a process differs from the average by at most this share: clients are spread evenly by number but
 * subscribe to different amounts of data.
 */
const unevenness = 0.1
/** The market's pace. `swing`: size of its changes; `persistence`: share of a change that remains after a step. */
const swing = 0.2
const persistence = 0.99
/** A garbage collection, or another process on the core, pauses a process this often and this long. */
const pausesPerSecond = 0.5
const pauseMs = 15
const flushMs = 10

/** The fleet is calm again after `calmSeconds` consecutive seconds whose p99 is below `calmMsMax`. */
const calmMsMax = 100
const calmSeconds = 5

const loads = [0.5, 0.7, 0.85]
const lostCounts = [1, 5, 16]

type Case = Failures['cases'][number]

class Lateness {
  readonly #counts = new Map<number, number>()
  #all = 0

  add(ms: number, count: number): void {
    const at = Math.round(ms)
    this.#counts.set(at, (this.#counts.get(at) ?? 0) + count)
    this.#all += count
  }

  quantile(share: number): number {
    let left = this.#all * share
    for (const [ms, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      left -= count
      if (left <= 0) return ms
    }
    return 0
  }
}

/** `perSecond`: deliveries per second by one core. The same seed gives the same figures. */
export function simulateFailures(perSecond: number, seed = 20_261_123): Failures {
  const cases = loads.flatMap((load) => lostCounts.map((lost) => simulate({ perSecond, load, lost, seed })))
  return { seed, processes, cases }
}

export function simulate(options: { perSecond: number; load: number; lost: number; seed: number }): Case {
  const { perSecond, load, lost } = options
  const random = randomOf(options.seed)
  const perStep = (perSecond * stepMs) / 1_000
  const shares = Array.from({ length: processes }, () => 1 + unevenness * (2 * random() - 1))
  const fleet = shares.map((share) => ({ share, waiting: 0, heldMs: 0 }))
  const moved = shares.slice(0, lost).reduce((sum, share) => sum + share, 0)
  const [calm, after] = [new Lateness(), new Lateness()]
  const seconds: Lateness[] = []
  let pace = 0
  for (let ms = -calmMs - warmUpMs; ms < afterMs; ms += stepMs) {
    pace = persistence * pace + swing * Math.sqrt(1 - persistence ** 2) * normal(random)
    const demand = perStep * load * Math.exp(pace - swing ** 2 / 2)
    const living = ms < 0 ? fleet : fleet.slice(lost)
    const extra = (ms < 0 ? 0 : comingBack(ms) * moved * demand) / living.length
    for (const process of living) {
      if (random() < (pausesPerSecond * stepMs) / 1_000) process.heldMs = pauseMs
      const able = process.heldMs > 0 ? 0 : perStep
      process.heldMs = Math.max(0, process.heldMs - stepMs)
      const late = (process.waiting / perStep) * stepMs + process.heldMs + flushMs * random()
      process.waiting = Math.max(0, process.waiting + demand * process.share + extra - able)
      if (ms < -calmMs) continue
      if (ms < 0) calm.add(late, demand * process.share)
      else {
        const second = Math.floor(ms / 1_000)
        seconds[second] ??= new Lateness()
        for (const figures of [after, seconds[second]]) figures.add(late, demand * process.share + extra)
      }
    }
  }
  const calmP99 = calm.quantile(0.99)
  const [p99, p999] = [after.quantile(0.99), after.quantile(0.999)]
  return { load, lost, calmP99, p99, p999, recoveredMs: recovery(seconds) }
}

/**
 * The factor by which the clients of stopped processes multiply their usual work in the step that begins `ms` after
 * the stop. It includes the events that they missed.
 */
function comingBack(ms: number): number {
  if (ms >= backMs) return 1
  const isBack = ms / backMs
  const returning = stepMs / backMs
  const missedSteps = ms / stepMs
  return isBack + returning * missedSteps
}

/** Milliseconds from the stop until `calmSeconds` calm seconds in a row; null if they never come. */
function recovery(seconds: readonly Lateness[]): number | null {
  const isCalm = seconds.map((second) => second.quantile(0.99) < calmMsMax)
  const first = isCalm.findIndex(
    (_, at) =>
      isCalm.slice(at, at + calmSeconds).length === calmSeconds && isCalm.slice(at, at + calmSeconds).every(Boolean),
  )
  return first < 0 ? null : first * 1_000
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** The random generator Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
