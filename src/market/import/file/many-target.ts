import { readColumnMap } from './column-map.ts'
import { namesInstrument, readTarget, type Target, type TargetFlags } from './source-file.ts'

export type ManyTarget = Omit<Target, 'code'>

/** Target of a file whose mapping has a `code` column, with no code in flags or file name. Null for other files. */
export function readManyTarget(file: string, flags: TargetFlags): ManyTarget | null {
  if (flags.map === undefined || flags.code !== undefined || namesInstrument(file)) return null
  if (!readColumnMap(flags.map).columns.has('code')) return null
  const { code: _, ...target } = readTarget(file, { ...flags, code: 'MANY' })
  return target
}
