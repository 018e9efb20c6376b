import { expect, test } from 'vitest'
import { readWish } from './wish.ts'

test.each([
  ['--states', 'knwon'],
  ['--languages', 'xx'],
  ['--themes', 'dark,blue'],
  ['--widths', '360,wide'],
])('npm run look refuses the unknown value in %s %s', (option, value) => {
  expect(() => readWish([option, value])).toThrow('There is no')
})
