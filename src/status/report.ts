import {
  type ComponentState,
  type OverallState,
  probeEverySeconds,
  type StatusComponent,
  type StatusDay,
  type StatusIncident,
  type StatusReport,
  statusDays,
} from '#src/contract/status/status.ts'
import { dayMs } from '#src/contract/time.ts'
import type { CountedDay, NewestProbe } from './probes/probe-store.ts'

/** Data read from the database. `readAt`: time of the last read, ms; null before the first read. */
export type Facts = {
  readAt: number | null
  newest: readonly NewestProbe[]
  days: readonly CountedDay[]
  incidents: readonly StatusIncident[]
}

/** The time for which a probe and a database read stay valid: three rounds. */
export const knownMs = 3 * probeEverySeconds * 1_000

/** The status report. If the database cannot be read, past measurements stay and current states are unknown. */
export function reportOf(components: readonly string[], facts: Facts, now: number): StatusReport {
  const isRead = facts.readAt !== null && now - facts.readAt < knownMs
  const known = isRead ? facts.newest.filter(({ at }) => now - at < knownMs) : []
  const shown = components.flatMap((name) => {
    const days = facts.days.filter(({ component }) => component === name)
    const probe = known.find(({ component }) => component === name) ?? null
    // A class without a feed and a network that was never watched are not components of this installation.
    return days.length === 0 && !probe ? [] : [componentOf(name, { probe, days }, now)]
  })
  const open = facts.incidents.filter(({ resolvedAt }) => resolvedAt === null)
  return {
    state: isRead ? overallOf(shown, open) : 'unknown',
    at: known.length === 0 ? null : Math.max(...known.map(({ at }) => at)),
    components: shown,
    incidents: facts.incidents,
  }
}

/** The worst of the measured states and the open incidents' impacts. */
function overallOf(components: readonly StatusComponent[], open: readonly StatusIncident[]): OverallState {
  const states = components.map(({ state }) => state)
  const impacts = open.map(({ impact }) => impact)
  if (states.includes('down') || impacts.includes('down')) return 'down'
  if (states.includes('degraded') || impacts.includes('degraded')) return 'degraded'
  if (states.every((state) => state === 'unknown')) return 'unknown'
  return impacts.includes('maintenance') ? 'maintenance' : 'up'
}

type Measured = { probe: NewestProbe | null; days: readonly CountedDay[] }

function componentOf(name: string, { probe, days }: Measured, now: number): StatusComponent {
  const shown = lastDays(now).map((day) => dayOf(day, days, now))
  const sum = (state: keyof Omit<StatusDay, 'day'>) => shown.reduce((total, day) => total + day[state], 0)
  const judged = sum('up') + sum('degraded') + sum('down')
  const since = shown.findIndex(({ up, degraded, down, idle }) => up + degraded + down + idle > 0)
  const own = shown.slice(since === -1 ? shown.length : since)
  const missed = own.reduce((total, { unmeasured }) => total + unmeasured, 0)
  const measured = judged + sum('idle')
  const state: ComponentState = probe?.state ?? 'unknown'
  return {
    ...{ name, state, at: probe?.at ?? null, ms: probe?.ms ?? null },
    // Truncated instead of rounded: 100 means that no probe failed.
    uptime: judged === 0 ? null : cut((100 * sum('up')) / judged),
    measured: measured === 0 ? 0 : cut((100 * measured) / (measured + missed)),
    days: shown,
  }
}

function dayOf(day: string, days: readonly CountedDay[], now: number): StatusDay {
  const start = Date.parse(day)
  const counted = days.find((one) => one.day === day)
  const of = (state: 'up' | 'degraded' | 'down' | 'idle') => (counted?.[state] ?? 0) * probeEverySeconds
  const [up, degraded, down, idle] = [of('up'), of('degraded'), of('down'), of('idle')]
  const rounds = Math.floor((Math.min(now, start + dayMs) - start) / (probeEverySeconds * 1_000))
  const unmeasured = Math.max(0, rounds * probeEverySeconds - up - degraded - down - idle)
  return { day, up, degraded, down, idle, unmeasured }
}

function lastDays(now: number): string[] {
  const today = Math.floor(now / dayMs) * dayMs
  return Array.from({ length: statusDays }, (_, back) => today - (statusDays - 1 - back) * dayMs).map((start) =>
    new Date(start).toISOString().slice(0, 10),
  )
}

function cut(percent: number): number {
  return Math.floor(percent * 1_000) / 1_000
}
