import type { DataName } from '#src/contract/data/data.ts'
import type { Beside } from '#src/contract/envelope.ts'
import { answerWords } from '#src/locales/answer-words.ts'
import reference from '#src/locales/en-US/reference.ts'
import { csvCell } from '#src/platform/text/csv.ts'
import type { Tool } from './tools.ts'

/** Tools whose results contain no figures that a sandbox may simulate. */
// biome-ignore format: a list
const withoutFigures: readonly DataName[] = [
  'symbols', 'symbol', 'search', 'holidays', 'marketStatus', 'exchanges', 'coverage', 'files', 'limits',
]

export type Answer = Beside & { data: unknown }
type Row = Record<string, unknown>

/** The result in a form for models: a headline, rows as CSV with ISO times, notes, and the meaning of the columns. */
export function answerText(tool: Tool, { data, ...beside }: Answer, isSandbox: boolean): string {
  const wholes = wholeNumbers(tool.answer)
  const rows = rowsOf(data)
  const parts = [headline(tool, data, rows, beside)]
  if (rows.length > 0) parts.push(table(rows, wholes))
  if (isSandbox && beside.source === undefined && !withoutFigures.includes(tool.name))
    parts.push(
      'This is a sandbox: figures are simulated unless the instrument has data of its own, imported or live. Say so when you quote them.',
    )
  parts.push(...notes(beside))
  const legend = legendOf(tool, rows)
  if (legend !== '') parts.push(`Columns: ${legend}. Times are written in UTC.`)
  return parts.join('\n')
}

function headline(tool: Tool, data: unknown, rows: readonly Row[], { delay, source, adjust }: Beside): string {
  const facts = [`${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`]
  if (isPage(data))
    facts.push(`page ${data.page}, ${data.totalElements} in all${data.last ? '' : ', more pages follow'}`)
  if (delay) facts.push(`delayed by ${delay} s under this plan`)
  if (source !== undefined) facts.push(`source ${source}`)
  if (adjust !== undefined) facts.push(`adjusted: ${adjust.mode}`)
  return `${tool.listed.title}: ${facts.join('; ')}.`
}

function notes({ reason, reasons, nextCursor, warning, stale }: Beside): string[] {
  return [
    ...(stale === undefined
      ? []
      : [`The market trades, but has sent nothing for ${stale} s: the figures may be out of date.`]),
    ...(reason === undefined ? [] : [`Empty because: ${reason}.`]),
    ...(reasons === undefined ? [] : notesByCode(reasons)),
    ...(nextCursor === undefined ? [] : [`More rows: call again with cursor "${nextCursor}" and the same parameters.`]),
    ...(warning === 'history_limit' ? ["Older rows lie outside the plan's depth of history."] : []),
    ...(warning === 'region_ignored' ? ['The region means nothing for this class and was ignored.'] : []),
    ...(warning === 'calendar_unknown' ? ['Some days lie in years whose holidays and half days are unknown.'] : []),
  ]
}

/** A code with rows is in `reasons`, too, if it has more rows or older rows that the plan excludes. */
function notesByCode(reasons: Record<string, unknown>): string[] {
  const all = Object.entries(reasons).map(([code, why]) => [code, isRow(why) ? why : { reason: why }] as const)
  const noted = (words: string, by: (why: Row) => unknown) => {
    const found = all.flatMap(([code, why]) => (by(why) === undefined ? [] : [[code, by(why)] as const]))
    return found.length === 0 ? [] : [`${words}: ${JSON.stringify(Object.fromEntries(found))}`]
  }
  return [
    ...noted('Codes without an answer', (why) => (why.reason === undefined ? undefined : why)),
    ...noted('Codes with more rows: call kline for each of them with its cursor', ({ nextCursor }) => nextCursor),
    ...noted('Codes with a warning', ({ warning }) => warning),
  ]
}

/** The rows of a result in any form: a list, a page, one object, or objects and lists by code. */
function rowsOf(data: unknown): Row[] {
  if (Array.isArray(data)) return data.filter(isRow)
  if (!isRow(data)) return []
  if (Array.isArray(data.content)) return data.content.filter(isRow)
  const values = Object.values(data)
  if (values.length === 0 || !values.every((value) => typeof value === 'object' && value !== null)) {
    return values.length === 0 ? [] : [data]
  }
  return Object.entries(data).flatMap(([code, value]) => rowsOf(value).map((row) => ({ code, ...row })))
}

function table(rows: readonly Row[], wholes: ReadonlySet<string>): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => columns.map((column) => cell(row[column], column, wholes)).join(','))
  return [columns.join(','), ...lines].join('\n')
}

/**
 * Whole numbers from this value on are times in ms, because all other whole numbers of results are smaller. `t` is a
 * time of any size.
 */
const earliestMs = 100_000_000_000

function cell(value: unknown, column: string, wholes: ReadonlySet<string>): string {
  const shown = withTime(column, value)
  if (typeof shown === 'number' || typeof shown === 'string') return csvCell(shown)
  return shown === null || shown === undefined ? '' : csvCell(JSON.stringify(shown, withTime))

  function withTime(name: string, inner: unknown): unknown {
    if (!wholes.has(name) || typeof inner !== 'number' || (name !== 't' && Math.abs(inner) < earliestMs)) return inner
    const text = new Date(inner).toISOString()
    return text.replace('T00:00:00.000Z', '').replace(/(:00)?\.000Z$/, 'Z')
  }
}

function legendOf({ name }: Tool, rows: readonly Row[]): string {
  if (name === 'search' || rows.length === 0) return ''
  const words: Record<string, string> = reference.fields[answerWords[name]]
  const shown = new Set(rows.flatMap((row) => Object.keys(row)))
  return Object.entries(words)
    .filter(([column]) => shown.has(column))
    .map(([column, meaning]) => `${column} = ${meaning.replaceAll('`', '')}`)
    .join('; ')
}

type Schema = { type?: string | string[]; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] } & {
  additionalProperties?: Schema | boolean
}

function wholeNumbers(schema: Schema, found = new Set<string>()): Set<string> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if ([field, ...(field.anyOf ?? [])].some(({ type }) => type === 'integer')) found.add(name)
    wholeNumbers(field, found)
  }
  const { items, additionalProperties: others, anyOf = [] } = schema
  for (const inner of [items, ...anyOf, typeof others === 'object' ? others : undefined])
    if (inner) wholeNumbers(inner, found)
  return found
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPage(value: unknown): value is { page: number; totalElements: number; last: boolean } {
  return isRow(value) && typeof value.totalElements === 'number'
}
