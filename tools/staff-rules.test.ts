import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { staffRules } from '#src/staff/rules.ts'

test('a verb asks for each rule of the staff', () => {
  const files = globSync('src/**/*.ts').filter((file) => !/\.test\.ts$/.test(file))
  const calls = /(?:requireStaff|decide)\(\s*ctx,\s*actor,\s*'([^']+)'/g
  const asked = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(calls)].map(([, verb]) => verb))
  expect([...new Set(asked)].sort()).toEqual(Object.keys(staffRules).sort())
})
