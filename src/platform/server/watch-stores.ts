import type { Probe } from '../engines/store-probes.ts'
import { TakesNoChanges } from '../engines/takes-no-changes.ts'
import { every } from '../loop.ts'
import type { Platform } from '../platform.ts'
import type { Readiness } from './health.ts'

const everyMs = 2_000
const answerMsMax = 2_000
/** A fault is reported after this many failed probes in a row, since a single late answer is no fault. */
const failuresMin = 2

/** `faults`: the faults of stores, by the store's name. */
export type StoreWatch = AsyncDisposable & { faults: ReadonlyMap<string, string> }

/**
 * Reports in the health of the process which stores do not answer or refuse changes. The process stays ready: all
 * processes share the stores, and requests that change nothing still work.
 */
export function watchStores(
  ctx: Pick<Platform, 'clock' | 'log'>,
  readiness: Readiness,
  probes: Readonly<Record<string, Probe>>,
): StoreWatch {
  const stack = new AsyncDisposableStack()
  const faults = new Map<string, string>()
  const report = (name: string, fault: string | null) => {
    if (fault === (faults.get(name) ?? null)) return
    if (fault === null) {
      faults.delete(name)
      ctx.log.info(`${name} works again`)
    } else {
      faults.set(name, fault)
      ctx.log.error(fault)
    }
    readiness.degrade(`store ${name}`, fault === null ? [] : [fault])
  }
  for (const [name, probe] of Object.entries(probes)) stack.use(watchOne(ctx, name, probe, report))
  return { faults, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

function watchOne(
  ctx: Pick<Platform, 'clock' | 'log'>,
  name: string,
  probe: Probe,
  report: (name: string, fault: string | null) => void,
): AsyncDisposable {
  let failures = 0
  let pending: Promise<string | null> | null = null
  return every(ctx, { everyMs, failed: `${name} could not be asked; tried again` }, async (signal) => {
    // While a probe hangs, no further one is sent.
    pending ??= probe()
      .then(
        () => null,
        (cause: unknown) => faultOf(name, cause),
      )
      .finally(() => {
        pending = null
      })
    const late = ctx.clock.sleep(answerMsMax, signal).then(
      () => faultOf(name, null),
      () => undefined,
    )
    const fault = await Promise.race([pending, late])
    if (fault === undefined) return
    failures = fault === null ? 0 : failures + 1
    if (fault === null || failures >= failuresMin) report(name, fault)
  })
}

function faultOf(name: string, cause: unknown): string {
  return cause instanceof TakesNoChanges ? `${name} takes no changes: ${cause.message}` : `${name} does not answer`
}
