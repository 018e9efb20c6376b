import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('a drill refuses an option that it would ignore', () => {
  const { status, stderr } = spawnSync(process.execPath, ['lab/drill.ts', 'kill9', '--seeds', '50'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([2, expect.stringContaining('--seeds <n> is for promises, ledger, history;')])
})
