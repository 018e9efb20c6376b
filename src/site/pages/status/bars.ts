import type { StatusDay } from '#src/contract/status/status.ts'

/** Sizes in units of the SVG's view box. Each day has the width `dayWidth`; its bar has the width `barWidth`. */
export const dayWidth = 8
const barWidth = 6
export const barHeight = 32
/** Height of the bar of a day without measurements. */
const stubHeight = 3

const tones = ['up', 'degraded', 'down', 'idle', 'none'] as const
export type BarTone = (typeof tones)[number]

/** One SVG path for each tone. The height of a bar shows the measured fraction of its day. */
export function barsOf(days: readonly StatusDay[]): Record<BarTone, string> {
  const paths: Record<BarTone, string> = { up: '', degraded: '', down: '', idle: '', none: '' }
  for (const [position, day] of days.entries()) {
    const measured = day.up + day.degraded + day.down + day.idle
    const share = measured / Math.max(1, measured + day.unmeasured)
    const height = measured === 0 ? stubHeight : Math.max(2 * stubHeight, Math.round(barHeight * share))
    paths[toneOf(day)] += `M${position * dayWidth} ${barHeight}h${barWidth}v-${height}h-${barWidth}z`
  }
  return paths
}

/** The worst state of a day. */
function toneOf({ up, degraded, down, idle }: StatusDay): BarTone {
  if (down > 0) return 'down'
  if (degraded > 0) return 'degraded'
  if (up > 0) return 'up'
  return idle > 0 ? 'idle' : 'none'
}
