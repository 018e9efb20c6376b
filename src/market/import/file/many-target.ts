import { readColumnMap } from './column-map.ts'
import { namesInstrument, readTarget, type Target, type TargetFlags } from './source-file.ts'

/** Of a file of many instruments. */
export type ManyTarget = Omit<Target, 'code'>

/** The target of a file whose mapping names a column of codes, where neither a flag nor its name says a code; null for all others. */
export function readManyTarget(file: string, flags: TargetFlags): ManyTarget | null {
  if (flags.map === undefined || flags.code !== undefined || namesInstrument(file)) return null
  if (!readColumnMap(flags.map).columns.has('code')) return null
  const { code: _, ...target } = readTarget(file, { ...flags, code: 'MANY' })
  return target
}
