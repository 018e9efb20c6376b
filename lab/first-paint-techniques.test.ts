import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { edited, noBudget, techniques } from './first-paint-techniques.ts'

test.each(Object.entries({ ...techniques, noBudget }))(
  'the edit that switches off the first-paint technique %s still changes the source file',
  (_name, edit) => {
    const text = readFileSync(edit.file, 'utf8')
    expect(edited(text, edit)).not.toBe(text)
  },
)
