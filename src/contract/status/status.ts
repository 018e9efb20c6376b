import { type Locale, languages, locales } from '../locale.ts'

/** The result of a probe. `idle`: no data was expected, for instance because the market is closed. */
export const probeStates = ['up', 'degraded', 'down', 'idle'] as const
export type ProbeState = (typeof probeStates)[number]

/** `unknown`: there is no recent measurement, because a store or the prober is down. */
export type ComponentState = ProbeState | 'unknown'
export const overallStates = ['up', 'maintenance', 'degraded', 'down', 'unknown'] as const
export type OverallState = (typeof overallStates)[number]

export const incidentImpacts = ['maintenance', 'degraded', 'down'] as const
export type IncidentImpact = (typeof incidentImpacts)[number]

export const incidentStages = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export type IncidentStage = (typeof incidentStages)[number]

/** Longest title, and longest text of an update, in characters. */
export const incidentTitleMax = 120
export const incidentTextMax = 2_000

/** Texts in the languages that the operator provided; at least one. */
export type Texts = Readonly<Partial<Record<Locale, string>>>

export type IncidentUpdate = { at: number; stage: IncidentStage; texts: Texts }

/** Times in ms; `updates` newest first. */
export type StatusIncident = {
  id: number
  impact: IncidentImpact
  components: readonly string[]
  titles: Texts
  openedAt: number
  resolvedAt: number | null
  updates: readonly IncidentUpdate[]
}

/** Seconds of a UTC day in each state. `unmeasured`: seconds of the day so far without a probe. */
export type StatusDay = { day: string; up: number; degraded: number; down: number; idle: number; unmeasured: number }

/**
 * `name`: `site`, `rest`, `stream`, `feed.<class>`, `history`, `payments.<network>`. `uptime`: percent of the time that
 * was measured and not idle; null without such time. `measured`: the measured percent of the time since the first day
 * in `days` that has a probe; 0 without a probe.
 */
export type StatusComponent = {
  name: string
  state: ComponentState
  at: number | null
  ms: number | null
  uptime: number | null
  measured: number
  days: readonly StatusDay[]
}

/**
 * The state of the installation. `at`: the time of the newest probe, ms; null when no probe can be read. `incidents`:
 * newest first.
 */
export type StatusReport = {
  state: OverallState
  at: number | null
  components: readonly StatusComponent[]
  incidents: readonly StatusIncident[]
}

export const statusDays = 90
export const probeEverySeconds = 30
/**
 * The user agent of the probes. Its requests do not count as readers, so they start no feed that waits for a reader.
 */
export const probeAgent = 'tapewire-probe'

/**
 * The text in `locale`, else in the `next` language of `locale`, else in any language; with the language of the text.
 */
export function textIn(texts: Texts, locale: Locale): { text: string; locale: Locale } {
  const order: readonly Locale[] = [locale, languages[locale].next, ...locales]
  for (const one of order) {
    const text = texts[one]
    if (text) return { text, locale: one }
  }
  return { text: '', locale }
}
