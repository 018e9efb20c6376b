import type { Clock } from '#src/platform/clock.ts'
import type { JsonRpc } from './json-rpc.ts'

/** Starts at most `perSecond` calls in any second: a hosted node blocks callers over its limit. */
export function paced(call: JsonRpc, perSecond: number, clock: Clock): JsonRpc {
  const begun: number[] = []
  let line: Promise<void> = Promise.resolve()
  const turn = async () => {
    const oldest = begun.length < perSecond ? undefined : begun.shift()
    const wait = oldest === undefined ? 0 : oldest + 1_000 - clock.elapsed()
    if (wait > 0) await clock.sleep(wait)
    begun.push(clock.elapsed())
  }
  return async (method, params) => {
    line = line.then(turn)
    await line
    return call(method, params)
  }
}
