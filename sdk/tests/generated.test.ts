import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedFiles } from '../../tools/sdk/files.ts'

test.each(Object.entries(generatedFiles()))('%s is what the contract says (npm run sdk)', (file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text)
})
