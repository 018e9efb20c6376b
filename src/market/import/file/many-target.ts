import { namesInstrument, readTarget, type Target, type TargetFlags } from './source-file.ts'

export type ManyTarget = Omit<Target, 'code'>

/**
 * The target of a file whose rows name their instruments: class and region are given, but neither the flags nor the
 * name of the file has a code. Null for other files.
 */
export function readManyTarget(file: string, flags: TargetFlags): ManyTarget | null {
  if (flags.code !== undefined || namesInstrument(file)) return null
  if (flags.class === undefined || flags.region === undefined) return null
  const { code: _, ...target } = readTarget(file, { ...flags, code: 'MANY' })
  return target
}
