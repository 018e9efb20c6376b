import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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
