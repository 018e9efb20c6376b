import { minuteMs } from '#src/contract/time.ts'
import type { Clock } from './clock.ts'
import type { Log, Platform } from './platform.ts'

/** A failure that lasts is logged when it begins and then once in this time. */
const quietMs = minuteMs

/** Sleeps for `ms`, or less when `signal` is aborted; never rejects. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, signal)
  } catch (cause) {
    if (!signal.aborted) throw cause
  }
}

type Repeated = {
  /** From the end of one run to the beginning of the next. */
  everyMs: number
  /** Logged when a run fails; the loop continues. */
  failed: string
  /** Whether the first run waits `everyMs`, too. */
  waitFirst?: boolean
}

/** Runs `work` again and again until disposed, which waits for the run under way. */
export function every(
  ctx: Pick<Platform, 'clock' | 'log'>,
  { everyMs, failed, waitFirst = false }: Repeated,
  work: (signal: AbortSignal) => Promise<unknown>,
): AsyncDisposable {
  const stop = new AbortController()
  const { signal } = stop
  const complain = complaints(ctx, failed)
  const run = async () => {
    if (waitFirst) await pause(ctx.clock, everyMs, signal)
    while (!signal.aborted) {
      try {
        await work(signal)
      } catch (cause) {
        if (!signal.aborted) complain(cause)
      }
      await pause(ctx.clock, everyMs, signal)
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

type Retried = {
  signal: AbortSignal
  /** Before the second try, ms, or up to a fifth less at random. Doubles up to `maxMs`, and starts over after a try that lasted `maxMs`. */
  firstMs: number
  maxMs: number
  failed: string
  fields?: Record<string, unknown>
}

/** Tries `work` until it succeeds; throws its last failure once `signal` is aborted. */
export async function retrying<T>(
  ctx: Pick<Platform, 'clock' | 'log' | 'random'>,
  { signal, firstMs, maxMs, failed, fields = {} }: Retried,
  work: () => Promise<T>,
): Promise<T> {
  const complain = complaints(ctx, failed, fields)
  for (let waitMs = firstMs; ; waitMs = Math.min(2 * waitMs, maxMs)) {
    const begun = ctx.clock.now()
    try {
      return await work()
    } catch (cause) {
      if (signal.aborted) throw cause
      complain(cause)
      if (ctx.clock.now() - begun >= maxMs) waitMs = firstMs
      await pause(ctx.clock, waitMs * (1 - ctx.random.int(200) / 1_000), signal)
      if (signal.aborted) throw cause
    }
  }
}

function complaints(
  { clock, log }: { clock: Clock; log: Log },
  failed: string,
  fields: Record<string, unknown> = {},
): (cause: unknown) => void {
  let silentUntil = Number.NEGATIVE_INFINITY
  return (cause) => {
    const now = clock.now()
    if (now < silentUntil) return
    silentUntil = now + quietMs
    log.warn(failed, { ...fields, cause })
  }
}

/**
 * For work that must go on as long as its process: when it ends by itself, the process reports that and stops, and whatever
 * started it starts it anew. It would otherwise serve without that work, and nobody would know.
 */
export function failProcess(what: string, cause: unknown): void {
  setImmediate(() => {
    throw new Error(what, { cause })
  })
}

/** Ends a wait early. A ring while nothing waits ends the next wait at once. */
export class Bell {
  #isRung = false
  #wake = () => {}

  ring(): void {
    this.#isRung = true
    this.#wake()
  }

  /** Whether it rang within `ms`; ends early when `signal` is aborted. */
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
