import type { Locale } from '#src/contract/locale.ts'
import { type StatusComponent, type StatusIncident, type StatusReport, textIn } from '#src/contract/status/status.ts'
import { barsOf } from './bars.ts'

type Group = 'services' | 'feeds' | 'payments'

export function statusView({ state, at, components, incidents }: StatusReport, locale: Locale) {
  const groups = (['services', 'feeds', 'payments'] as const).flatMap((name) => {
    const own = components.filter((component) => groupOf(component.name) === name)
    return own.length === 0 ? [] : [{ name, components: own.map(componentView) }]
  })
  const shown = incidents.map((incident) => incidentView(incident, locale))
  return {
    ...{ state, at: at === null ? null : minuteOf(at), groups },
    open: shown.filter(({ resolvedAt }) => resolvedAt === null),
    past: shown.filter(({ resolvedAt }) => resolvedAt !== null),
  }
}

export type StatusView = ReturnType<typeof statusView>
export type ComponentView = StatusView['groups'][number]['components'][number]
export type IncidentView = StatusView['open'][number]

function groupOf(name: string): Group {
  if (name.startsWith('feed.')) return 'feeds'
  return name.startsWith('payments.') ? 'payments' : 'services'
}

function componentView({ name, state, ms, uptime, measured, days }: StatusComponent) {
  const faults = days
    .filter(({ down, degraded }) => down + degraded > 0)
    .map(({ day, down, degraded }) => ({ day, down: minutes(down), degraded: minutes(degraded) }))
  return {
    ...{ name, state, ms, measured: measured.toFixed(1), bars: barsOf(days), faults: faults.toReversed() },
    uptime: uptime === null ? null : uptime.toFixed(uptime === 100 ? 0 : 3),
  }
}

function incidentView(
  { id, impact, components, titles, openedAt, resolvedAt, updates }: StatusIncident,
  locale: Locale,
) {
  return {
    ...{ id, impact, components, title: textIn(titles, locale) },
    openedAt: minuteOf(openedAt),
    resolvedAt: resolvedAt === null ? null : minuteOf(resolvedAt),
    updates: updates.map(({ at, stage, texts }) => ({ at: minuteOf(at), stage, text: textIn(texts, locale) })),
  }
}

/** Rounds up, so that thirty seconds of failure are not shown as no failure. */
function minutes(seconds: number): number {
  return Math.ceil(seconds / 60)
}

/** `2026-11-24 10:30` in UTC. */
function minuteOf(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}
