import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
  for (const file of ['tools/setup.mjs', 'tools/unread.mjs', 'src/start-program.mjs']) cpSync(file, join(root, file))
  writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const env = { ...process.env, PATH: `${join(root, 'bin')}${delimiter}${process.env.PATH}` }
  return { root, options: { cwd: root, env }, [Symbol.dispose]: () => rmSync(root, { recursive: true }) }
}

test('after a failed build the next set-up builds again, even if the sources are restored to the last built state', () => {
  // A source with "broken" ends the build.
  using folder = preparedFolder(
    'if [ "$3" = build ]; then echo >> builds; ! grep -q broken src/site/page.ts || exit 3; fi',
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
  using folder = preparedFolder('if [ "$3" = build ]; then echo >> builds; fi')
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

test('a program runs from the bundle, or from its sources if one of them changed or the bundle is incomplete', () => {
  using folder = preparedFolder('')
  const { root, options } = folder
  mkdirSync(join(root, 'build/product/a'), { recursive: true })
  const write = (file: string, text: string) => writeFileSync(join(root, file), text)
  write(
    'src/main.mjs',
    "import { startProgram } from './start-program.mjs'\nawait startProgram('run', () => import('./run.ts'))",
  )
  write('src/run.ts', "export const run = () => console.log('sources')")
  write('build/product/a/run.js', "export const run = () => console.log('bundle')")
  const { mtimeMs, size } = statSync(join(root, 'src/run.ts'))
  const ran = () => spawnSync(process.execPath, ['src/main.mjs'], { ...options, encoding: 'utf8' }).stdout.trim()
  const unlisted = ran()
  write('build/product/bundle.json', JSON.stringify({ folder: 'a', sources: [['src/run.ts', mtimeMs, size]] }))
  const listed = ran()
  write('src/run.ts', "export const run = () => console.log('changed')")
  const changed = ran()
  rmSync(join(root, 'src/run.ts'))
  expect([unlisted, listed, changed, ran()]).toEqual(['sources', 'bundle', 'changed', ''])
})
