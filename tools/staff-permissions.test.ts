import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { staffPermissions } from '#src/contract/staff/permissions.ts'

test('the code requires exactly the permissions in the list of staff permissions', () => {
  const files = globSync('src/**/*.ts').filter((file) => !/\.test\.ts$/.test(file))
  const calls = /(?:requireStaff|decide)\(\s*ctx,\s*actor,\s*'([^']+)'/g
  const usedVerbs = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(calls)].map(([, verb]) => verb))
  expect([...new Set(usedVerbs)].sort()).toEqual(Object.keys(staffPermissions).sort())
})
