import { type ColumnName, type Reading, type Separator, separators } from '#src/contract/data/reading.ts'
import { type Problem, refuse } from '#src/contract/errors.ts'
import type { ImportKind } from '#src/contract/values/import-kind.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { exchangeOf } from '../calendar/exchange-of.ts'
import { columnsOf } from '../column-maps/maps.ts'
import { type Dialect, Unreadable } from '../import/file/dialect.ts'
import { readManyTarget } from '../import/file/many-target.ts'
import { readTarget, type Target, type TargetFlags } from '../import/file/source-file.ts'
import { isOfOneInstrument } from '../import/importers.ts'
import { cellsOf } from '../import/reading/cells.ts'
import { isProblem } from '../import/reading/recognise.ts'
import { recogniseHead } from '../import/tables/table-of.ts'
import { readTextForm } from '../import/text/text-form.ts'
import { fileNames, unpackedBytes } from './upload-file.ts'

export type PreviewFile = { file: string; kind: ImportKind; flags: TargetFlags; bytes: Buffer }
export type Preview = {
  columns: { name: string; is: ColumnName | null }[]
  rows: string[][]
  reading: Reading | null
  problem: Problem | null
  missing: 'code' | 'interval' | null
}

const rowsShown = 5
const cellLengthMax = 60
const nothingSeen: Preview = { columns: [], rows: [], reading: null, problem: null, missing: null }

/** The way in which an import would read a file, by its first bytes. Nothing is stored. */
export async function previewFile(ctx: Platform, actor: Actor, input: PreviewFile): Promise<Preview> {
  await requireStaff(ctx, actor, 'upload.send')
  const { file, kind, flags, bytes } = input
  if (!fileNames.test(file)) throw refuse('invalid_parameter', { param: 'file' })
  const { target, missing } = isOfOneInstrument(kind) ? targetOf(input) : { target: null, missing: null }
  const unpacked = await unpackedBytes(bytes)
  if (unpacked === null) return { ...nothingSeen, missing }
  try {
    const { encoding } = readTextForm(unpacked, flags.reading?.encoding)
    const text = wholeLines(new TextDecoder(encoding).decode(unpacked))
    if (kind !== 'bars' && kind !== 'ticks') return { ...sheetOf(text, { headLines: 1 }), missing }
    const asked = target ?? fallback
    const exchange = exchangeOf(ctx, { ...asked, code: asked.code ?? '', exchange: '' })
    const map = flags.map === undefined ? {} : { map: await columnsOf(ctx, flags.map) }
    const dialect = recogniseHead(text, { kind, exchange, target: asked, flags: { ...flags, ...map } }, encoding)
    if (isProblem(dialect)) return { ...sheetOf(text, { headLines: 1 }), problem: dialect, missing }
    return { ...sheetOf(text, dialect), reading: dialect, missing }
  } catch (error) {
    if (error instanceof Unreadable) return { ...nothingSeen, problem: error.problem, missing }
    if (error instanceof SettingsError) throw refuse('invalid_parameter', { param: 'map' })
    throw error
  }
}

type Asked = Omit<Target, 'code'> & { code: string | null }
const fallback: Asked = { class: 'stock', region: 'US', code: null, interval: null }

/** The instrument and interval of the file. `missing`: the fact that neither the file's name nor the form states. */
function targetOf({ file, kind, flags }: PreviewFile): { target: Asked | null; missing: Preview['missing'] } {
  try {
    const many = readManyTarget(file, flags)
    const target = many ? { ...many, code: null } : readTarget(file, flags)
    return { target, missing: kind === 'bars' && target.interval === null ? 'interval' : null }
  } catch (error) {
    if (error instanceof SettingsError) return { target: null, missing: 'code' }
    throw error
  }
}

/** The text without its last line, which may be incomplete. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf('\n')
  return end === -1 ? text : text.slice(0, end)
}

type Known = Pick<Dialect, 'headLines'> & Partial<Pick<Dialect, 'separator' | 'head' | 'columns' | 'cells'>>

function sheetOf(text: string, { headLines, ...known }: Known): Preview {
  const lines = text
    .replace(/^\ufeff/, '')
    .split('\n', headLines + rowsShown + 1)
    .map((line) => line.replace(/\r$/, ''))
  const head = known.head ?? lines[headLines - 1] ?? ''
  const separator = known.separator ?? separatorIn(head)
  const split = (line: string) => cellsOf(line, separator) ?? [line]
  const names = head === '' ? Array.from({ length: known.cells ?? 0 }, () => '') : split(head)
  const ours = Object.entries(known.columns ?? {}) as [ColumnName, number][]
  return {
    ...nothingSeen,
    columns: names.map((name, at) => ({
      name: name.trim().slice(0, cellLengthMax),
      is: ours.find(([, position]) => position === at)?.[0] ?? null,
    })),
    rows: lines
      .slice(headLines)
      .filter((line) => line !== '')
      .slice(0, rowsShown)
      .map((line) => split(line).map((cell) => cell.slice(0, cellLengthMax))),
  }
}

function separatorIn(line: string): Separator {
  const counts = separators.map((separator) => line.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}
