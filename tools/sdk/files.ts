import { goFiles } from './go.ts'
import { readModel } from './model.ts'
import { pythonFiles } from './python.ts'
import { typescriptFiles } from './typescript.ts'

/** Everything in `sdk/` that is written from the contract, by its path. */
export function generatedFiles(): Record<string, string> {
  const model = readModel()
  return { ...typescriptFiles(model), ...pythonFiles(model), ...goFiles(model) }
}
