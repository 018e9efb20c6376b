import { systemClock } from '../clock.ts'
import { pause } from '../loop.ts'

const probeMs = 500

export type BreakerOptions = {
  /**
   * A cheap call that is made while all other calls are stopped. When the probe succeeds, other calls are made again.
   */
  probe: () => Promise<unknown>
  /** Called with the cause when calls stop, and with null when they are made again. */
  onChange: (cause: unknown) => void
}

/**
 * Guards calls to a server that may be unavailable or hang. After a failure no call is made until a probe succeeds,
 * so a hanging server costs its callers one time-out.
 */
export class Breaker implements AsyncDisposable {
  readonly #options: BreakerOptions
  readonly #stop = new AbortController()
  #isBroken = false
  #probing: Promise<void> = Promise.resolve()

  constructor(options: BreakerOptions) {
    this.#options = options
  }

  /** Waits for a running probe, so the caller must first close the connection that the probe uses. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#probing
  }

  /** Makes the call. Null if it failed or was not made. */
  async run<T>(call: () => Promise<T>): Promise<T | null> {
    if (this.#isBroken) return null
    try {
      return await call()
    } catch (cause) {
      if (!this.#isBroken && !this.#stop.signal.aborted) this.#break(cause)
      return null
    }
  }

  #break(cause: unknown): void {
    this.#isBroken = true
    this.#options.onChange(cause)
    this.#probing = this.#probe()
  }

  async #probe(): Promise<void> {
    const { signal } = this.#stop
    const answers = () =>
      this.#options.probe().then(
        () => true,
        () => false,
      )
    do await pause(systemClock, probeMs, signal)
    while (!signal.aborted && !(await answers()))
    if (signal.aborted) return
    this.#isBroken = false
    this.#options.onChange(null)
  }
}
