import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createKeyring, followRing, newKey, replaceRing, sandboxRing } from './keyring.ts'

test('a key that another process adds to the key ring file is loaded by this process', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tapewire-ring-'))
  const ours = createKeyring(sandboxRing(dataDir))
  using _following = followRing(ours, dataDir, () => undefined)
  const ring = `${sandboxRing(dataDir)},${newKey(2)}`
  replaceRing(dataDir, ring)
  const sealed = createKeyring(ring).seal('secret', 'test')
  await expect.poll(() => ours.versions).toEqual([1, 2])
  expect(ours.open(sealed, 'test')).toBe('secret')
  await rm(dataDir, { recursive: true })
})

test('an unreadable key ring is reported once, and the loaded keys stay in use', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tapewire-ring-'))
  const ours = createKeyring(sandboxRing(dataDir))
  vi.useFakeTimers()
  try {
    const failures: unknown[] = []
    using _following = followRing(ours, dataDir, (cause) => failures.push(cause))
    await rm(dataDir, { recursive: true })
    vi.advanceTimersByTime(3_000)
    expect(failures).toEqual([expect.objectContaining({ code: 'ENOENT' })])
    expect(ours.versions).toEqual([1])
  } finally {
    vi.useRealTimers()
  }
})
