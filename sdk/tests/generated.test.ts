import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedFiles } from '../../tools/sdk/files.ts'

test.each(Object.entries(generatedFiles()))(
  'the generated file %s equals the output of npm run sdk for the contract',
  (file, text) => {
    expect(readFileSync(file, 'utf8')).toBe(text)
  },
)
