import type { Platform } from '#src/platform/platform.ts'
import { type Bar, turnoverDecimals, volumeDecimals } from './bar.ts'
import { toBars } from './bar-store.ts'
import { intervalNumber } from './interval.ts'

/** Instruments that trade in the same spans; times in ms UTC, `close` excluded. */
export type MinuteGroup = { instruments: readonly number[]; spans: readonly { open: number; close: number }[] }

export async function minuteSums(ctx: Platform, groups: readonly MinuteGroup[]): Promise<Map<number, Bar>> {
  if (groups.length === 0) return new Map()
  const rows = groups.map(({ instruments, spans }) => {
    const times = spans.map(({ open, close }) => `time >= ${open} AND time < ${close}`)
    return `(instrument IN (${instruments.join(', ')}) AND (${times.join(' OR ')}))`
  })
  const [owners = [], ...columns] = await ctx.clickhouse.columns(
    `SELECT instrument, 0, argMin(open, time), max(high), min(low), argMax(close, time),
       round(sum(volume), ${volumeDecimals}), round(sum(turnover), ${turnoverDecimals}), argMin(source, time)
     FROM bars FINAL WHERE interval = ${intervalNumber('1m')} AND (${rows.join(' OR ')}) GROUP BY instrument`,
    {},
  )
  return new Map(toBars(columns).map((bar, at) => [owners[at] ?? 0, bar]))
}
