import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runtimes } from '#lab/generators/runtimes.ts'
import { playAll } from '#test/fixtures/play-all.ts'
import { packClient } from '../../tools/sdk/packages.ts'

/** `npm run drill -- runtimes` fetches the JavaScript runtimes and runs these tests. */
const found = process.env.TAPEWIRE_DRILL_RUNTIMES === undefined ? [] : Object.entries(runtimes())

describe.skipIf(found.length === 0)('the TypeScript client works when it is installed from its package', () => {
  let project = ''
  afterAll(() => rmSync(project, { recursive: true }))

  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), 'tapewire-runtimes-'))
    const file = packClient('typescript', project)
    writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }')
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${basename(file)}`], { cwd: project })
    cpSync('sdk/tests/cases.mjs', join(project, 'cases.mjs'))
    writeFileSync(join(project, 'common.cjs'), `console.log(typeof require('@market-data/client').Client)`)
  })

  test.each(found)(
    'the packed TypeScript client passes the behaviour cases of all clients on %s',
    async (name, [program, ...args]) => {
      await playAll(program, [...args, 'cases.mjs'], project, ['Bun', 'Deno'].includes(name))
    },
  )

  test.each(found)('the packed TypeScript client can be loaded by require on %s', (_name, [program, ...args]) => {
    expect(execFileSync(program, [...args, 'common.cjs'], { cwd: project, encoding: 'utf8' })).toBe('function\n')
  })
})
