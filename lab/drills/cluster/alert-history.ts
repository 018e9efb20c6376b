import type { AlertWatch } from './alerts.ts'
import { alertsOf, isOfEarlierFaults } from './alerts.ts'
import type { Cluster } from './cluster.ts'
import type { Happened } from './explained.ts'

/**
 * A fault that lasts this long must raise its alerts. The time consists of the 15 s in the rules of the drill (a minute
 * in the rules of deploy), the probes of the stores, and two scrapes.
 */
export const alertedMs = 32_000
/** The time between the end of a fault and the end of its alerts: two scrapes and an evaluation. */
const resolvedMs = 12_000

/** `missing`: faults without their alert. `unexplained`: alerts without a fault. */
export type AlertComparison = { faults: number; missing: string[]; unexplained: string[] }

/** Compares every alert that fired since `from`, a time of `performance.now()`, with the faults that happened. */
export async function compareAlerts(
  cluster: Cluster,
  watch: AlertWatch,
  happened: readonly Happened[],
  from: number,
): Promise<AlertComparison> {
  const fired = await watch.firedSince(from)
  const long = happened.filter(({ kind, lastsMs }) => kind !== 'slow' && lastsMs >= alertedMs)
  const missing = long.flatMap((fault) =>
    alertsOf(cluster, fault)
      .filter((alert) => !fired.some((one) => one.alert === alert && isMeanwhile(one.at, fault)))
      .map((alert) => `${alert} after ${nameOf(fault)}`),
  )
  const unexplained = new Map<string, string>()
  for (const { alert, at } of fired) {
    if (isOfEarlierFaults(alert)) continue
    const near = happened.filter((fault) => isMeanwhile(at, fault))
    if (near.some((fault) => alertsOf(cluster, fault).includes(alert))) continue
    const name = near.map(nameOf).join(', ') || 'no fault'
    unexplained.set(`${alert} ${name}`, `${alert}, meanwhile ${name}`)
  }
  return { faults: long.length, missing, unexplained: [...unexplained.values()] }
}

function isMeanwhile(at: number, { from, to }: Happened): boolean {
  return at >= from && at <= to + resolvedMs
}

function nameOf({ kind, victim, lastsMs }: Happened): string {
  return `${kind} of ${victim.name} for ${Math.round(lastsMs / 1_000)} s`
}
