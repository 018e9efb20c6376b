import type { Probe } from '../engines/store-probes.ts'
import { type StoreFault, storeFaults } from '../engines/store-probes.ts'
import { TakesNoChanges } from '../engines/takes-no-changes.ts'
import { every, pause } from '../loop.ts'
import type { Platform } from '../platform.ts'
import type { Settings } from '../settings.ts'
import type { Readiness } from './health.ts'

const everyMs = 2_000
/** An embedded database is probed rarely: it restarts by itself, and only this installation can change its state. */
const embeddedEveryMs = 10_000
const answerMsMax = 2_000
/** A fault is reported after this many consecutive failed probes, since a single late answer is not a fault. */
const failuresMin = 2

type Seen = Omit<StoreFault, 'since'>

/** `faults`: the faults of stores, by the store's name. */
export type StoreWatch = AsyncDisposable & { faults: ReadonlyMap<string, StoreFault> }

/**
 * Reports stores that do not answer, or refuse changes, in the health of the process. The process stays ready: all
 * processes share the stores, and requests that change nothing still work.
 */
export function watchStores(
  ctx: Pick<Platform, 'clock' | 'log' | 'kept'> & { settings: Pick<Settings, 'hasDatabaseUrl'> },
  readiness: Readiness,
  probes: Readonly<Record<string, Probe>>,
): StoreWatch {
  const stack = new AsyncDisposableStack()
  const faults = new Map<string, StoreFault>()
  storeFaults.set(ctx, faults)
  const report = (name: string, fault: Seen | null) => {
    const known = faults.get(name)
    if (fault?.text === known?.text) return
    if (fault === null) {
      faults.delete(name)
      ctx.log.info(`${name} works again`)
    } else {
      faults.set(name, { ...fault, since: known?.since ?? ctx.clock.now() })
      ctx.log.error(fault.text)
    }
    readiness.degrade(`store ${name}`, fault === null ? [] : [fault.text])
  }
  for (const [name, probe] of Object.entries(probes)) {
    const isEmbedded = name === 'PostgreSQL' && !ctx.settings.hasDatabaseUrl
    stack.use(watchOne(ctx, { name, probe, calmMs: isEmbedded ? embeddedEveryMs : everyMs }, report))
  }
  return { faults, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

function watchOne(
  ctx: Pick<Platform, 'clock' | 'log'>,
  { name, probe, calmMs }: { name: string; probe: Probe; calmMs: number },
  report: (name: string, fault: Seen | null) => void,
): AsyncDisposable {
  let failures = 0
  let pending: Promise<Seen | null> | null = null
  const wait = (signal: AbortSignal) => pause(ctx.clock, failures > 0 ? everyMs : calmMs, signal)
  return every(ctx, { everyMs, wait, failed: `${name} could not be probed; tried again` }, async (signal) => {
    // While a probe hangs, no other probe is sent to the same store.
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

function faultOf(name: string, cause: unknown): Seen {
  if (!(cause instanceof TakesNoChanges)) return { why: 'silent', text: `${name} does not answer` }
  return { why: cause.why, text: `${name} takes no changes: ${cause.message}` }
}
