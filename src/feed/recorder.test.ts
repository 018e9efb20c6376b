import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { installCatalogue } from '#src/market/instruments.ts'
import { didNotRun } from '../../test/fixtures/not-run.ts'
import { testPlatform } from '../../test/fixtures/platform.ts'
import { killRecorder } from '../../test/fixtures/recorder-drill.ts'
import { redisServer } from '../../test/fixtures/redis.ts'

/** `npm run drill -- stream` kills more often and writes its report. */
const { TAPEWIRE_DRILL_KILLS, TAPEWIRE_DRILL_SEED, TAPEWIRE_DRILL_REPORT } = process.env
const kills = Number(TAPEWIRE_DRILL_KILLS ?? 10)
const seed = Number(TAPEWIRE_DRILL_SEED ?? 1)

if (!redisServer())
  didNotRun('the recorder killed again and again', 'no redis-server and no valkey-server on this machine')

test.runIf(redisServer() !== null)(
  `killed ${kills} times, and the tape now and then: what was appended is in history, each tick once`,
  async () => {
    await using ctx = await testPlatform()
    await installCatalogue(ctx)
    const result = await killRecorder(ctx, kills, seed)
    console.log(result)
    if (TAPEWIRE_DRILL_REPORT) await writeFile(TAPEWIRE_DRILL_REPORT, report({ seed, ...result }))
    expect(result.acknowledged).toBeGreaterThan(10 * kills)
    expect(result.appended).toBeGreaterThanOrEqual(result.acknowledged)
    expect(result).toMatchObject({ recorded: result.appended, rows: result.appended, gaps: 0 })
  },
  60_000 + kills * 20_000,
)

function report(figures: Record<string, number>): string {
  const rows = Object.entries(figures).map(([name, value]) => `| ${name} | ${value} |`)
  return `# npm run drill -- stream\n\n| | |\n|---|---|\n${rows.join('\n')}\n`
}
