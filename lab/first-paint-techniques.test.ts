import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsOf } from '../tools/import-graph.ts'
import { copied, edited, noBudget, techniques } from './first-paint-techniques.ts'

test.each(Object.entries({ ...techniques, noBudget }))(
  'the edit that switches off the first-paint technique %s still changes the source file',
  (_name, edit) => {
    const text = readFileSync(edit.file, 'utf8')
    expect(edited(text, edit)).not.toBe(text)
  },
)

test('a build without a first-paint technique has all files that the configuration of the build imports', () => {
  const configs = ['vite.config.ts', 'react-router.config.ts']
  const needed = configs.flatMap((file) => importsOf(file, readFileSync(file, 'utf8'))).filter((one) => one.relative)
  expect(needed.map(({ to }) => to)).toContain('tools/script-weight.ts')
  expect(needed.filter(({ to }) => !copied.some((path) => to === path || to.startsWith(`${path}/`)))).toEqual([])
})
