import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { makeFolder } from './make-folder.ts'

const hasProc = process.platform === 'linux'
if (!hasProc) didNotRun('a data directory below /proc', 'this system has no /proc')

test.skipIf(!hasProc)('a folder below /proc is refused with the reason', async () => {
  await expect(makeFolder('/proc/x/data', 'DATA_DIR')).rejects.toThrow(
    'DATA_DIR /proc/x/data cannot be created: the file system of /proc accepts no new folders.',
  )
})

test('a folder and its parents are created for their owner only, and may exist already', async () => {
  const root = await mkdtemp(join(tmpdir(), 'tapewire-test-'))
  const path = join(root, 'a/b')
  await makeFolder(path, 'DATA_DIR')
  await makeFolder(path, 'DATA_DIR')
  expect((await stat(join(root, 'a'))).mode & 0o777).toBe(0o700)
  await writeFile(join(path, 'file'), '')
  await expect(makeFolder(join(path, 'file/c'), 'DATA_DIR')).rejects.toThrow('a part of the path is a file')
  await rm(root, { recursive: true })
})
