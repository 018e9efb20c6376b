import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lastReleaseFolder } from '#lab/drills/upgrade/last-release.ts'
import { keptOn, liveOn } from '#lab/drills/upgrade/lived.ts'
import { readRecorded, recordRelease, unpackBackup } from '#lab/drills/upgrade/record.ts'
import { leaveAsRecorded } from '#lab/drills/upgrade/recorded-data.ts'
import { upgradeReport } from '#lab/drills/upgrade/report.ts'
import { upgradeUnderLoad } from '#lab/drills/upgrade/side-by-side.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { redisServer } from '#test/fixtures/redis.ts'
import { type Spawned, spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'

/** `npm run drill -- upgrade` runs the last release itself, too; with `--record` it records that release again. */
const { TAPEWIRE_DRILL_UPGRADE: drill, TAPEWIRE_DRILL_REPORT: report } = process.env
const isDrill = drill === 'whole'
if (isDrill && redisServer() === null) didNotRun('two releases side by side', 'no redis-server and no valkey-server')

const runningOn = (product: Spawned, dataDir: string) => ({ site: product.site, api: product.api, dataDir })

test.runIf(drill === 'record')(
  'the upgrade drill with --record records the last release for the upgrade tests',
  { timeout: 1_800_000 },
  async () => {
    await recordRelease(await lastReleaseFolder())
  },
)

test('this release starts on a data folder of the last release and loses nothing', async () => {
  const recorded = await readRecorded()
  await using backup = await temporaryDataDir()
  await using dataDir = await temporaryDataDir()
  await unpackBackup(recorded, backup.path)
  await leaveAsRecorded(backup.path, dataDir.path)
  await using product = await spawnProduct(dataDir.path, { PROCESSES: '1', SIMULATION: 'off' })
  await product.ready()
  expect(await keptOn(runningOn(product, dataDir.path), recorded.people)).toEqual(recorded.kept)
})

test.runIf(isDrill)(
  'this release keeps all data of a folder that the last release has just used',
  { timeout: 1_800_000 },
  async () => {
    const release = await lastReleaseFolder()
    await using dataDir = await temporaryDataDir()
    const before = await runOn(dataDir.path, release, async (running) => {
      const people = await liveOn(running)
      return { people, kept: await keptOn(running, people) }
    })
    const after = await runOn(dataDir.path, process.cwd(), (running) => keptOn(running, before.people))
    expect(after).toEqual(before.kept)
  },
)

test.runIf(isDrill && redisServer() !== null)(
  'both releases serve the same stores under load while one replaces the other',
  { timeout: 1_800_000 },
  async () => {
    const result = await upgradeUnderLoad(await lastReleaseFolder(), (line) => console.log(line))
    if (report) await writeFile(join(process.cwd(), report), upgradeReport(result))
    const { failures, lost, skipped } = result
    expect({ failures, lost, skipped }).toEqual({ failures: [], lost: [], skipped: 0 })
    expect(Math.min(...Object.values(result.promised), result.requests)).toBeGreaterThan(0)
  },
)

type Running = ReturnType<typeof runningOn>

/** Runs the product of a checkout on a data folder, and stops it in order. */
async function runOn<T>(dataDir: string, cwd: string, work: (running: Running) => Promise<T>): Promise<T> {
  await using product = await spawnProduct(dataDir, {}, [], cwd)
  await product.ready()
  const result = await work(runningOn(product, dataDir))
  product.child.kill('SIGTERM')
  await product.ended()
  return result
}
