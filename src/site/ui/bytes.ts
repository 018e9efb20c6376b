import { useFormatter } from 'use-intl'

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
