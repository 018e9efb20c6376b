import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sandboxRing } from './keyring.ts'
import { assertDiskSpace, reserveBytes } from './storage-guard.ts'

test('a start without enough disk space fails and states the free space', async () => {
  await assertDiskSpace('/srv', async () => reserveBytes)
  await expect(assertDiskSpace('/srv', async () => 12 * 1024 ** 2)).rejects.toThrow(
    'The disk of DATA_DIR (/srv) has 12 MiB left, and a start needs 256 MiB. Free some space ("df -h /srv" shows what is left)',
  )
  await assertDiskSpace('/srv', () => Promise.reject(new Error('ENOSYS')))
})

test('a damaged key ring file is refused with its path', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tapewire-test-'))
  const made = sandboxRing(dataDir)
  expect(sandboxRing(dataDir)).toBe(made)
  for (const text of ['', made.slice(0, 20), 'x']) {
    await writeFile(join(dataDir, 'keyring'), text)
    expect(() => sandboxRing(dataDir)).toThrow(`The key ring in ${join(dataDir, 'keyring')} is damaged`)
  }
  await rm(dataDir, { recursive: true })
})

test('if the key ring cannot be written to the disk, no partial file remains, and a later start creates the key ring', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tapewire-test-'))
  const module = join(import.meta.dirname, 'keyring.ts')
  const script = `import { sandboxRing } from '${module}'; sandboxRing('${dataDir}')`
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', 'ulimit -f 0; exec "$0" --input-type=module --eval "$1"', process.execPath, script],
    { encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([1, expect.stringContaining('EFBIG')])
  const made = sandboxRing(dataDir)
  expect([sandboxRing(dataDir), await readdir(dataDir)]).toEqual([made, ['keyring']])
  await rm(dataDir, { recursive: true })
})
