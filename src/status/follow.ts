import { type StatusReport, statusDays } from '#src/contract/status/status.ts'
import { dayMs } from '#src/contract/time.ts'
import { follow } from '#src/platform/follow.ts'
import type { Platform } from '#src/platform/platform.ts'
import { componentsOf, statusChannel } from './components/component.ts'
import { shownIncidents } from './incidents/incident-store.ts'
import { countedDays, newestProbes } from './probes/probe-store.ts'
import { type Facts, knownMs, reportOf } from './report.ts'

/** Maximum pause between two reloads, in case a notification was lost. */
const pollMs = 45_000
/** The time for which a report is reused, because every page requests it. */
const reportHoldsMs = 1_000

/** The current status, read from memory without a store query. */
export type CurrentStatus = AsyncDisposable & { report(): StatusReport }

/** Reloads the status of the installation and keeps it in memory, so that pages have it while the database is down. */
export async function followStatus(ctx: Platform): Promise<CurrentStatus> {
  const components = componentsOf(ctx)
  let facts: Facts = { readAt: null, newest: [], days: [], incidents: [] }
  const followed = { channel: statusChannel, everyMs: pollMs, failed: 'the status could not be read' }
  const following = await follow(ctx, followed, async () => {
    facts = await read(ctx)
  })
  await following.first
  let made: { facts: Facts; at: number; report: StatusReport } | null = null
  return {
    report() {
      const elapsed = ctx.clock.elapsed()
      if (made?.facts !== facts || elapsed - made.at >= reportHoldsMs)
        made = { facts, at: elapsed, report: reportOf(components, facts, ctx.clock.now()) }
      return made.report
    },
    [Symbol.asyncDispose]: () => following[Symbol.asyncDispose](),
  }
}

async function read(ctx: Platform): Promise<Facts> {
  const { db } = ctx.postgres
  const now = ctx.clock.now()
  const since = now - (statusDays - 1) * dayMs
  const [newest, days, incidents] = await Promise.all([
    newestProbes(db, { since: now - knownMs, until: now }),
    countedDays(db, since),
    shownIncidents(db, since),
  ])
  return { readAt: now, newest, days, incidents }
}
