import { useFormatter } from 'use-intl'

const mib = 1024 ** 2

export type SizeText = (bytes: number) => string

export function useSizeText(): SizeText {
  const format = useFormatter()
  return (bytes) =>
    bytes < mib
      ? format.number(Math.ceil(bytes / 1024), { style: 'unit', unit: 'kilobyte' })
      : format.number(Math.round(bytes / mib), { style: 'unit', unit: 'megabyte' })
}
