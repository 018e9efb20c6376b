import { expect, test } from 'vitest'
import { minuteMs } from '#src/contract/time.ts'
import { writeFigures } from '#src/platform/figures/process-figures.ts'
import { acquireLease, ensureLease, releaseLease } from '#src/platform/leases/lease.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { leasesLine } from './leases.ts'

test('while a gateway runs, the doctor reports a lease that expired and has no new holder, and ignores a released lease', async () => {
  await using ctx = await testPlatform()
  const { db } = ctx.postgres
  for (const name of ['feed:kraken', 'feed:pushed', 'recorder']) await ensureLease(db, name)
  await acquireLease(db, 'recorder', 'host 1 a', minuteMs)
  await acquireLease(db, 'feed:pushed', 'host 1 a', minuteMs)
  await releaseLease(db, 'feed:pushed', 'host 1 a')
  await acquireLease(db, 'feed:kraken', 'host 2 b', -minuteMs)
  expect(await leasesLine(ctx)).toBe('1 held; free: feed:kraken, feed:pushed')
  await writeFigures(ctx, 'gateway', { sockets: 0 })
  await expect(leasesLine(ctx)).rejects.toThrow(
    /^nobody holds feed:kraken \(since \S+Z\): start a process with its role/,
  )
  await acquireLease(db, 'feed:kraken', 'host 3 c', minuteMs)
  expect(await leasesLine(ctx)).toBe('2 held; free: feed:pushed')
})
