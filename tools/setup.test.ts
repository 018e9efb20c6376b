import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { didNotRun } from '#test/fixtures/not-run.ts'

/** A Node on the machine that cannot run TypeScript; null if there is none. */
function oldNode(): { path: string; version: string } | null {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/local/bin', '/usr/bin']) {
    const path = join(folder, 'node')
    if (!existsSync(path)) continue
    const version = execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()
    if (Number(version.split('.')[0]) < 24) return { path, version }
  }
  return null
}

const old = oldNode()
if (old === null) didNotRun('a start under an old Node', 'needs a Node before 24 on the machine')

test.skipIf(old === null)('a start with an old Node version ends with a message that recommends “npm start”', () => {
  const { status, stdout, stderr } = spawnSync(old?.path ?? '', ['src/main.mjs'], { encoding: 'utf8' })
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    `Tapewire needs Node 24 or newer; this is Node ${old?.version}. Run "npm start", which brings the right one, or install Node 24 (https://nodejs.org).\n`,
  ])
})
