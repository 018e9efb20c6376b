import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { besideSchema } from '#src/contract/envelope.ts'
import { generatedFiles } from '../../tools/sdk/files.ts'

test.each(Object.entries(generatedFiles()))(
  'the generated file %s equals the output of npm run sdk for the contract',
  (file, text) => {
    expect(readFileSync(file, 'utf8')).toBe(text)
  },
)

test.each([
  ['sdk/typescript/rest.ts', (name: string) => `  ${name}?:`],
  [
    'sdk/python/src/market_data_client/answer.py',
    (name: string) => `    ${name === 'nextCursor' ? 'next_cursor' : name}: `,
  ],
  ['sdk/go/answer.go', (name: string) => `json:"${name}`],
])(
  'the response type in %s contains every metadata field, every reason and every warning of the contract',
  (file, written) => {
    const text = readFileSync(file, 'utf8')
    const { shape } = besideSchema
    const words = [...shape.reason.unwrap().options, ...shape.warning.unwrap().options]
    for (const name of Object.keys(shape)) expect(text).toContain(written(name))
    for (const word of words) expect(text).toContain(word)
  },
)
