import { minuteMs } from '#src/contract/time.ts'
import type { Clock } from './clock.ts'
import type { Log, Platform } from './platform.ts'

/** The interval at which a lasting failure is logged again. */
const quietMs = minuteMs

/** Sleeps for `ms`, or until `signal` is aborted. An abort does not reject. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, signal)
  } catch (cause) {
    if (!signal.aborted) throw cause
  }
}

type Repeated = {
  /** Milliseconds from the end of one run to the beginning of the next. */
  everyMs: number
  /** The log message for a failed run; the loop continues. */
  failed: string
  /** Whether a wait comes before the first run, too. */
  waitFirst?: boolean
  /** The wait between runs, in place of `everyMs`. */
  wait?: (signal: AbortSignal) => Promise<void>
}

/** Runs `work` repeatedly until disposed. Disposing waits for a run under way. */
export function every(
  ctx: Pick<Platform, 'clock' | 'log'>,
  { everyMs, failed, waitFirst = false, wait = (stopped) => pause(ctx.clock, everyMs, stopped) }: Repeated,
  work: (signal: AbortSignal) => Promise<unknown>,
): AsyncDisposable {
  const stop = new AbortController()
  const { signal } = stop
  const complain = complaints(ctx, failed)
  const run = async () => {
    if (waitFirst) await wait(signal)
    while (!signal.aborted) {
      try {
        await work(signal)
      } catch (cause) {
        if (!signal.aborted) complain(cause)
      }
      await wait(signal)
    }
  }
  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}

/**
 * Does `work` for one item after the other. A failure is logged with `fieldsOf` its item, and the next item follows, so
 * that one item cannot hold up the others. Resolves with the number of items whose work returned true.
 */
export async function each<T>(
  { log }: Pick<Platform, 'log'>,
  items: readonly T[],
  { failed, fieldsOf }: { failed: string; fieldsOf: (item: T) => Record<string, unknown> },
  work: (item: T) => Promise<boolean>,
): Promise<number> {
  let done = 0
  for (const item of items) {
    try {
      if (await work(item)) done++
    } catch (cause) {
      log.error(failed, { ...fieldsOf(item), cause })
    }
  }
  return done
}

type Retried = {
  signal: AbortSignal
  /**
   * The wait before the second attempt, ms, randomly shortened by up to 20 %. It doubles after each failure, up to
   * `maxMs`. After an attempt that lasted at least `maxMs`, the wait is `firstMs` again.
   */
  firstMs: number
  maxMs: number
  failed: string
  fields?: Record<string, unknown>
}

/** Retries `work` until it succeeds. Throws its last failure once `signal` is aborted. */
export async function retrying<T>(
  ctx: Pick<Platform, 'clock' | 'log' | 'random'>,
  { signal, firstMs, maxMs, failed, fields = {} }: Retried,
  work: () => Promise<T>,
): Promise<T> {
  const complain = complaints(ctx, failed, fields)
  for (let waitMs = firstMs; ; waitMs = Math.min(2 * waitMs, maxMs)) {
    const begun = ctx.clock.elapsed()
    try {
      return await work()
    } catch (cause) {
      if (signal.aborted) throw cause
      complain(cause)
      if (ctx.clock.elapsed() - begun >= maxMs) waitMs = firstMs
      await pause(ctx.clock, waitMs * (1 - ctx.random.int(200) / 1_000), signal)
      if (signal.aborted) throw cause
    }
  }
}

export function complaints(
  { clock, log }: { clock: Clock; log: Log },
  failed: string,
  fields: Record<string, unknown> = {},
): (cause: unknown) => void {
  let silentUntil = Number.NEGATIVE_INFINITY
  return (cause) => {
    const now = clock.elapsed()
    if (now < silentUntil) return
    silentUntil = now + quietMs
    log.warn(failed, { ...fields, cause })
  }
}

/**
 * Stops this process. Call it after the end of work that must never end. The error is reported, and a supervisor
 * restarts the process. Otherwise the process would serve on without that work, and nobody would notice.
 */
export function failProcess(what: string, cause: unknown): void {
  setImmediate(() => {
    throw new Error(what, { cause })
  })
}

/** Ends a wait early. A ring without a waiting caller ends the next wait at once. */
export class Bell {
  #isRung = false
  #wake = () => {}

  ring(): void {
    this.#isRung = true
    this.#wake()
  }

  /** Waits at most `ms` for a ring, or until `signal` is aborted. Returns whether the bell rang. */
  async wait(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#isRung) {
      const rung = new AbortController()
      this.#wake = () => rung.abort()
      await pause(clock, ms, AbortSignal.any([rung.signal, signal]))
    }
    const isRung = this.#isRung
    this.#isRung = false
    return isRung
  }
}

/**
 * The time since another process was heard. A pause of this process, such as Ctrl-Z or the pause of a container, does
 * not count, because this process reads the messages of that time only afterwards.
 */
export class Silence {
  #heardAt = performance.now()
  #lookedAt = this.#heardAt

  heard(): void {
    this.#heardAt = performance.now()
  }

  /** Whether the silence lasts longer than `maxMs`. Call it at least four times in `maxMs`. */
  isOver(maxMs: number): boolean {
    const now = performance.now()
    if (now - this.#lookedAt > maxMs / 2) this.#heardAt = now
    this.#lookedAt = now
    return now - this.#heardAt > maxMs
  }
}
