import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { importsOf } from './import-graph.ts'

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

/** A folder with the set-up and a stand-in for npm, which runs `script`. */
function preparedFolder(script: string) {
  const root = mkdtempSync(join(tmpdir(), 'tapewire-setup-'))
  for (const folder of ['tools', 'src/site', 'bin', 'node_modules']) mkdirSync(join(root, folder), { recursive: true })
  for (const name of ['setup.mjs', 'unread.mjs']) cpSync(join('tools', name), join(root, 'tools', name))
  writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const env = { ...process.env, PATH: `${join(root, 'bin')}${delimiter}${process.env.PATH}` }
  return { root, options: { cwd: root, env }, [Symbol.dispose]: () => rmSync(root, { recursive: true }) }
}

test('after a failed build the next set-up builds again, even if the sources are restored to the last built state', () => {
  // A source with "broken" ends the build.
  using folder = preparedFolder(
    'if [ "$1" = run ]; then echo >> builds; ! grep -q broken src/site/page.ts || exit 3; fi',
  )
  const { root, options } = folder
  const build = (source: string) => {
    writeFileSync(join(root, 'src/site/page.ts'), source)
    rmSync(join(root, 'builds'), { force: true })
    const { status } = spawnSync(process.execPath, ['tools/setup.mjs', '--build'], options)
    return { status, isBuilt: existsSync(join(root, 'builds')) }
  }
  expect([build('a'), build('a'), build('broken'), build('a'), build('a')]).toEqual([
    { status: 0, isBuilt: true },
    { status: 0, isBuilt: false },
    { status: 3, isBuilt: true },
    { status: 0, isBuilt: true },
    { status: 0, isBuilt: false },
  ])
})

test('a change of a file that the configuration of the build imports leads to a new build', () => {
  using folder = preparedFolder('if [ "$1" = run ]; then echo >> builds; fi')
  const { root, options } = folder
  const imported = ['vite.config.ts', 'react-router.config.ts']
    .flatMap((file) => importsOf(file, readFileSync(file, 'utf8')))
    .flatMap(({ to, relative }) => (relative ? [to] : []))
  const builds = ['nothing', ...imported].map((file) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), '')
    spawnSync(process.execPath, ['tools/setup.mjs', '--build'], options)
    return readFileSync(join(root, 'builds'), 'utf8').length
  })
  expect(builds).toEqual([1, ...imported.map((_, at) => at + 2)])
})

test('of two set-ups at once only one installs, and a killed set-up does not block the next', async () => {
  using folder = preparedFolder('echo $1 >> installs; sleep 1')
  const { root, options } = folder
  const installs = () => (existsSync(join(root, 'installs')) ? readFileSync(join(root, 'installs'), 'utf8') : '')
  const start = () => spawn(process.execPath, ['tools/setup.mjs'], { ...options, stdio: 'ignore' })
  const killed = start()
  await expect.poll(installs).toBe('ci\n')
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const ended = await Promise.all([start(), start()].map((one) => once(one, 'exit')))
  expect(ended).toEqual([
    [0, null],
    [0, null],
  ])
  expect(installs()).toBe('ci\nci\n')
})
