import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDataDir } from '#test/fixtures/spawned.ts'
import { openProcessSpool } from './spool.ts'

test('a process writes spooled rows into its own folder, and removes only the folders of killed processes', async () => {
  await using dataDir = await temporaryDataDir()
  const killed = spawnSync('true').pid
  const folderOf = (pid: number) => `process-${pid}`
  for (const name of [folderOf(killed), folderOf(process.ppid), 'http']) {
    await mkdir(join(dataDir.path, name))
    await writeFile(join(dataDir.path, name, '1'), 'rows')
  }
  await writeFile(join(dataDir.path, String(killed)), 'rows of the process with the engine')
  const spool = await openProcessSpool(dataDir.path)
  let written = ''
  await spool('rows of an import', async (file) => {
    expect(dirname(file)).toBe(join(dataDir.path, folderOf(process.pid)))
    written = await readFile(file, 'utf8')
  })
  expect(written).toBe('rows of an import')
  expect(await readdir(join(dataDir.path, folderOf(process.pid)))).toEqual([])
  await spool[Symbol.asyncDispose]()
  expect(await readdir(dataDir.path)).toEqual([String(killed), 'http', folderOf(process.ppid)].sort())
})
