import type { Platform } from '#src/platform/platform.ts'

/** A number that a tape gave to an event of an instrument. */
export type TapeNumber = { instrumentId: number; seq: number }

/** `time`: the time of a recorded event, ms. `ahead`: the requested number minus the number of this event. */
export type NumberTime = { time: number; ahead: number }

/** The number of events that an earlier process may have published, but not recorded before it was killed. */
const unrecordedMax = 65_536
/** The time, ms, by which an event may be older than the time that its number contains. */
const lateMaxMs = 3_600_000
const readMaxMs = 1_500

/** Stores the numbers of final minutes. `time`: the open of the bar, ms. Idempotent. */
export async function insertBarNumbers(ctx: Platform, rows: readonly (TapeNumber & { time: number })[]): Promise<void> {
  const lines = rows.map(({ instrumentId, time, seq }) => `${instrumentId}\t${time}\t${seq % 2 ** 32}\n`)
  if (lines.length > 0) await ctx.clickhouse.insertText('bar_numbers', 'TabSeparated', lines.join(''))
}

/**
 * The newest recorded event up to each number; null if history has no event near the number. History stores only the
 * last 32 bits of a number. Of several events with the same bits, the oldest counts.
 */
export async function timesOfNumbers(
  ctx: Platform,
  table: 'ticks' | 'bar_numbers',
  numbers: readonly TapeNumber[],
): Promise<(NumberTime | null)[]> {
  const found: (NumberTime | null)[] = numbers.map(() => null)
  let rest = [...numbers.entries()]
  while (rest.length > 0) {
    // Contains one number of each instrument.
    const once = new Map(rest.map((entry) => [entry[1].instrumentId, entry]))
    const times = await timesOfEach(
      ctx,
      table,
      [...once.values()].map(([, number]) => number),
    )
    for (const [index, { instrumentId }] of once.values()) found[index] = times.get(instrumentId) ?? null
    rest = rest.filter((entry) => once.get(entry[1].instrumentId) !== entry)
  }
  return found
}

/** The times of numbers of different instruments, by instrument. */
async function timesOfEach(
  ctx: Platform,
  table: 'ticks' | 'bar_numbers',
  numbers: readonly TapeNumber[],
): Promise<Map<number, NumberTime>> {
  const [instruments = [], times = [], aheads = []] = await ctx.clickhouse.columns(
    `WITH toUInt32(transform(instrument, {instruments:Array(UInt32)}, {numbers:Array(UInt32)}, toUInt32(0)) - seq) AS ahead
     SELECT instrument, argMin(time, (ahead, time)), min(ahead) FROM ${table}
     WHERE instrument IN {instruments:Array(UInt32)} AND time >= {from:Int64} AND ahead < {most:UInt32}
     GROUP BY instrument`,
    {
      instruments: numbers.map(({ instrumentId }) => instrumentId),
      numbers: numbers.map(({ seq }) => seq % 2 ** 32),
      from: Math.min(...numbers.map(({ seq }) => Math.floor(seq / 1_000))) - lateMaxMs,
      most: unrecordedMax,
    },
    { maxMs: readMaxMs },
  )
  return new Map(
    [...instruments].map((instrument, at) => [instrument, { time: times[at] ?? 0, ahead: aheads[at] ?? 0 }]),
  )
}
