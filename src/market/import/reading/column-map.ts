import { type ColumnName, columnNames, type TimeUnit } from '#src/contract/data/reading.ts'
import { SettingsError } from '#src/platform/settings.ts'

/**
 * `columns`: our columns with their names in the file, or with their positions as `#1`. `unit`: the unit of numeric
 * times.
 */
export type ColumnMap = { columns: ReadonlyMap<ColumnName, string>; unit: TimeUnit | null }

const textMax = 1_000

/**
 * Reads a mapping such as `time=window_start:ns,open=o,close=c,code=ticker`. Throws a `SettingsError` for other text.
 */
export function readColumnMap(text: string): ColumnMap {
  const columns = new Map<ColumnName, string>()
  let unit: TimeUnit | null = null
  if (text.length > textMax) throw new SettingsError('A column mapping has at most 1,000 characters.')
  for (const part of text.split(',')) {
    const at = part.indexOf('=')
    const name = columnNames.find((one) => one === part.slice(0, at).trim().toLowerCase())
    let there = part.slice(at + 1).trim()
    if (at < 1 || !name || there === '' || columns.has(name))
      throw new SettingsError(
        `"${part}" is no part of a column mapping: time=ts,open=o,… with ${columnNames.join(', ')}.`,
      )
    const [, bare, found] = (name === 'time' && /^(.+):(s|ms|us|ns)$/.exec(there)) || []
    if (bare !== undefined && found !== undefined) {
      there = bare
      unit = found as TimeUnit
    }
    columns.set(name, there)
  }
  if (!columns.has('time')) throw new SettingsError('A column mapping names the column of the time: time=ts,…')
  return { columns, unit }
}

/** The positions in a mapping such as `time=#1,open=#3`, from 0; null if the mapping has names. */
export function positionsOf({ columns }: ColumnMap): Partial<Record<ColumnName, number>> | null {
  const found = [...columns].map(([ours, there]) => [ours, Number(/^#(\d{1,3})$/.exec(there)?.[1] ?? 0) - 1] as const)
  return found.every(([, at]) => at >= 0) ? Object.fromEntries(found) : null
}
