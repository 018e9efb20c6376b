import { goFiles } from './go.ts'
import { readModel } from './model.ts'
import { pythonFiles } from './python.ts'
import { typescriptFiles } from './typescript.ts'

/** All files in `sdk/` that are generated from the contract, by path. */
export function generatedFiles(): Record<string, string> {
  const model = readModel()
  return { ...typescriptFiles(model), ...pythonFiles(model), ...goFiles(model) }
}
