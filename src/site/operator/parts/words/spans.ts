import { useFormatter } from 'use-intl'
import { dayMs, hourMs, minuteMs } from '#src/contract/time.ts'

/** Formats a duration in one unit: `0.4 s`, `38 min`, `2 hr`, `3 days`. */
export function useSpan(): (ms: number) => string {
  const format = useFormatter()
  const unitText = (value: number, unit: string, digits = 0) =>
    format.number(value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits })
  return (ms) => {
    const size = Math.max(0, ms)
    if (size < minuteMs) return unitText(size / 1_000, 'second', size < 10_000 ? 1 : 0)
    if (size < 2 * hourMs) return unitText(Math.floor(size / minuteMs), 'minute')
    if (size < 2 * dayMs) return unitText(Math.floor(size / hourMs), 'hour')
    return unitText(Math.floor(size / dayMs), 'day')
  }
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte']

export function useBytes(): (bytes: number) => string {
  const format = useFormatter()
  return (bytes) => {
    const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
    const options = {
      style: 'unit',
      unit: units[step] ?? 'byte',
      unitDisplay: 'short',
      maximumFractionDigits: 1,
    } as const
    return format.number(bytes / 1_000 ** step, options)
  }
}
