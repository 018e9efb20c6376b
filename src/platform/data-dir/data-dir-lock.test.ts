import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { copyInto } from '#test/fixtures/copy-into.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { gone, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { logTo, silentLog } from '../log/log.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { readNote } from './lock-note.ts'
import { markOf } from './process-mark.ts'

const { signal } = new AbortController()
const options = { log: silentLog, signal }

/** A process that locks a folder, and the first line that it prints: the id of its child, or the refusal. */
async function lockingProcess(
  dataDir: string,
  args: readonly string[] = [],
  within: readonly string[] = [],
): Promise<{ process: ChildProcess; line: string }> {
  const [command = '', ...rest] = [...within, process.execPath, 'test/fixtures/lock-process.ts', dataDir, ...args]
  const locking = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: locking.stdout }), 'line')
  return { process: locking, line }
}

test('a data directory in use is refused, and the message names the process that uses it and the path of the lock file', async () => {
  await using dataDir = await temporaryDataDir()
  const path = join(dataDir.path, 'lock')
  const refusal = (pid: number) =>
    `The data directory ${dataDir.path} is in use by process ${pid}, which has locked ${path}. Stop it first, or set DATA_DIR to another folder.`
  {
    await using _lock = await lockDataDir(dataDir.path, options)
    await expect(lockDataDir(dataDir.path, options)).rejects.toThrow(refusal(process.pid))
    expect((await lockingProcess(dataDir.path)).line).toBe(refusal(process.pid))
  }
  await using again = await lockDataDir(dataDir.path, options)
  expect(again.isAfterKill).toBe(false)
})

test('a start ends a child process that outlived its killed parent, and then locks the data directory', async () => {
  await using dataDir = await temporaryDataDir()
  const owner = await lockingProcess(dataDir.path)
  owner.process.kill('SIGKILL')
  await using lock = await lockDataDir(dataDir.path, options)
  await gone(Number(owner.line))
  expect(lock.isAfterKill).toBe(true)
  lock.note('site', process.pid)
  const note = readNote(await readFile(join(dataDir.path, 'lock'), 'utf8'))
  expect([...(note?.children ?? [])]).toEqual([['site', markOf(process.pid)]])
})

test('a copied data directory with a lock file can be opened, and the log says that the directory is a copy', async () => {
  await using dataDir = await temporaryDataDir()
  await using copy = await temporaryDataDir()
  const said: string[] = []
  await using _lock = await lockDataDir(dataDir.path, options)
  await copyInto(copy.path, `${dataDir.path}/.`)
  await using copied = await lockDataDir(copy.path, {
    ...options,
    log: logTo(({ message }) => said.push(message), 'info'),
  })
  expect(said).toEqual(['this data directory is a copy of one that was in use, and is opened as after a crash'])
  expect(copied.isAfterKill).toBe(false)
})

test('a start is refused if the lock file of an older release names a running process', async () => {
  await using dataDir = await temporaryDataDir()
  const { pid, start } = markOf(process.pid)
  await writeFile(join(dataDir.path, 'lock'), `${pid} ${start}\n`)
  await expect(lockDataDir(dataDir.path, options)).rejects.toThrow(`is in use by process ${pid}`)
  await writeFile(join(dataDir.path, 'lock'), `${pid} 1\n`)
  await using _lock = await lockDataDir(dataDir.path, options)
})

const namespace = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--mount-proc', '--kill-child']

test('while a container uses a data directory, other containers and the host are refused, until the container is killed', async () => {
  try {
    execFileSync('unshare', [...namespace.slice(1), 'true'], { stdio: 'ignore' })
  } catch {
    didNotRun('a data directory in two containers', 'this machine makes no namespaces for processes')
    return
  }
  await using dataDir = await temporaryDataDir()
  const first = await lockingProcess(dataDir.path, [], namespace)
  const second = await lockingProcess(dataDir.path, ['100'], namespace)
  expect(second.line).toMatch(
    /is in use by a product in another container or on another machine \(process 1 of the host/,
  )
  await expect(lockDataDir(dataDir.path, { ...options, elsewhereMs: 100 })).rejects.toThrow('in another container')
  first.process.kill('SIGKILL')
  await using _lock = await lockDataDir(dataDir.path, options)
})
