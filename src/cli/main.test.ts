import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compiledCode } from '#test/fixtures/compiled-code.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { commands, offlineCommands } from './commands.ts'
import { printCompletion } from './usage/completion.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Ended = { code: number; stdout: string; stderr: string }

/** Runs the command line with an empty DATA_DIR. */
async function tapewire(...args: string[]): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, DATA_DIR: join(folder, 'data'), ...compiledCode() }
  return promisify(execFile)(process.execPath, ['src/cli/main.mjs', ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  )
}

test.each([
  [['imprt', 'bars', 'x.csv'], 'There is no command "imprt bars x.csv". Did you mean "import bars"?'],
  [['keyring', 'rotate', '--frobnicate'], 'keyring rotate has no flag --frobnicate.'],
])('the command line %j exits with 2 and a message on stderr, and changes nothing', async (args, sentence) => {
  const { code, stdout, stderr } = await tapewire(...args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(sentence)
  expect(await readdir(folder)).toEqual([])
})

test('a command ends without an error when the reader of its output has closed the pipe', async () => {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, ['src/cli/main.mjs', '--help'], { env: { PATH, ...compiledCode() } })
  child.stdout.destroy()
  let stderr = ''
  child.stderr.on('data', (text) => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test('--help of a command group lists only the commands of that group; the command doctor exits with 1 if there is no installation', async () => {
  const [group, version, refused] = await Promise.all([
    tapewire('import', '--help'),
    tapewire('--version'),
    tapewire('doctor'),
  ])
  expect(group.code).toBe(0)
  expect(group.stdout.match(/npm run tapewire -- \w+/g)).toEqual(Array(13).fill('npm run tapewire -- import'))
  expect(version).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' })
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('There is no installation') })
})

const hasFullDevice = existsSync('/dev/full')
if (!hasFullDevice) didNotRun('a command whose output meets a full disk', 'this system has no /dev/full')

test.skipIf(!hasFullDevice)('a command exits with 1 if its output meets a full disk', async () => {
  const env = { ...process.env, ...compiledCode() }
  const script = '"$0" src/cli/main.mjs --help > /dev/full'
  await expect(promisify(execFile)('bash', ['-c', script, process.execPath], { env })).rejects.toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr: 'The output cannot be written: ENOSPC: no space left on device, write\n',
  })
})

test.each([
  ['', ['announcement', 'archive', 'audit']],
  ['keyring r', ['reseal', 'retire', 'rotate']],
  ['payments network p', ['pause']],
  ['quarantine discard 5 --', ['--all', '--help', '--line', '--reason']],
])('bash completes "tapewire %s"', async (typed, expected) => {
  const lines: string[] = []
  const io = {
    cwd: '/',
    signal: new AbortController().signal,
    print: (line: string) => lines.push(line),
    progress() {},
  }
  await printCompletion([...commands, ...offlineCommands], ['bash'], io)
  const words = ['tapewire', ...typed.split(' ')]
  const script = `${lines.join('\n')}
COMP_WORDS=(${words.map((word) => `"${word}"`).join(' ')}); COMP_CWORD=${words.length - 1}
_tapewire; printf '%s\\n' "\${COMPREPLY[@]}"`
  const path = join(tmpdir(), `completion-${process.pid}.bash`)
  await writeFile(path, script)
  const { stdout } = await promisify(execFile)('bash', [path])
  await rm(path)
  const completions = stdout.trim().split('\n')
  expect(completions).toEqual(expect.arrayContaining(expected))
  expect(completions.filter((word) => !word.startsWith(words.at(-1) ?? ''))).toEqual([])
})
