import { isRecord } from '#src/contract/record.ts'

export const gridLines = ['horizontal', 'both', 'none'] as const
export const margins = ['small', 'usual', 'large'] as const
export const axisSides = ['right', 'left'] as const

/** A reader's choices for the style of a chart. A colour is `#rrggbb`; null: the colour of the site's theme. */
export type ChartLook = {
  up: string | null
  down: string | null
  background: string | null
  grid: (typeof gridLines)[number]
  /** Space above and below the prices. */
  margin: (typeof margins)[number]
  /** The side of the price axes. */
  side: (typeof axisSides)[number]
  /** Whether a line separates the days, on bars shorter than a day. */
  breaks: boolean
}

export const usualLook: ChartLook = {
  up: null,
  down: null,
  background: null,
  grid: 'horizontal',
  margin: 'usual',
  side: 'right',
  breaks: false,
}

/** Reads a stored look. Invalid values are replaced by the defaults. */
export function readLook(kept: unknown): ChartLook {
  if (!isRecord(kept)) return usualLook
  const color = (value: unknown) => (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : null)
  return {
    up: color(kept.up),
    down: color(kept.down),
    background: color(kept.background),
    grid: gridLines.find((one) => one === kept.grid) ?? usualLook.grid,
    margin: margins.find((one) => one === kept.margin) ?? usualLook.margin,
    side: axisSides.find((one) => one === kept.side) ?? usualLook.side,
    breaks: kept.breaks === true,
  }
}
