import type { Clock } from '#src/platform/clock.ts'

/**
 * Runs `work` after the response, so that no reader waits for it. The returned promise settles like the promise of
 * `work`, or rejects if the site is closed before `work` starts.
 */
export type Afterwards = <T>(work: () => Promise<T>) => Promise<T>

export const pauseMs = 250

/** Runs one task at a time, each after a pause in which pages are rendered and sent. */
export function createAfterwards(clock: Clock, closed: AbortSignal): Afterwards {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(() => clock.sleep(pauseMs, closed)).then(work)
    // The caller gets the failure through `done`; the next task starts anyway.
    last = done.catch(() => undefined)
    return done
  }
}
