import { every } from '../loop.ts'
import type { Platform } from '../platform.ts'
import type { Readiness } from './health.ts'

const everyMs = 2_000
const answerMsMax = 2_000
/** A store is reported after this many failed pings in a row, since a single late response is no fault. */
const failuresMin = 2

type Ping = () => Promise<void>

/** Reports unavailable stores in health. The process stays ready, since no other process would do better. */
export function watchStores(
  ctx: Pick<Platform, 'clock' | 'log'>,
  readiness: Readiness,
  pings: Readonly<Record<string, Ping>>,
): AsyncDisposable {
  const stack = new AsyncDisposableStack()
  for (const [name, ping] of Object.entries(pings)) stack.use(watchOne(ctx, readiness, name, ping))
  return stack
}

function watchOne(
  ctx: Pick<Platform, 'clock' | 'log'>,
  readiness: Readiness,
  name: string,
  ping: Ping,
): AsyncDisposable {
  let failures = 0
  let pending: Promise<boolean> | null = null
  return every(ctx, { everyMs, failed: `${name} could not be asked; tried again` }, async (signal) => {
    // While a ping hangs, no further one is sent.
    pending ??= ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pending = null
      })
    const late = ctx.clock.sleep(answerMsMax, signal).then(
      () => false,
      () => null,
    )
    const answers = await Promise.race([pending, late])
    if (answers === null) return
    failures = answers ? 0 : failures + 1
    readiness.degrade(`store ${name}`, failures < failuresMin ? [] : [`${name} does not answer`])
  })
}
