import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { dayMs } from '#src/contract/time.ts'
import { folderPlace } from '#src/platform/backup/places/folder-place.ts'
import { bytesOf, filesOf } from '#src/platform/backup/places/manifest.ts'
import { openBackup } from '#src/platform/backup/places/place.ts'
import type { Platform } from '#src/platform/platform.ts'
import { makeBackup } from '#src/roles/backup/make-backup.ts'
import type { Bench, Report } from './bench.ts'
import { onBenchPlatform } from './bench-platform.ts'

const ticks = 60_000_000
const auditRows = 1_000_000
const mib = 1024 ** 2
/** The required restore speed: 10 GB in 15 minutes. */
const restoreMibMin = 10_000_000_000 / mib / 900

/** Measures a full backup of ticks and audit rows, the next backup, and the restore, which reads all files twice. */
export const bench: Bench = {
  about: 'backup of a gigabyte, and its restore',
  async run(report) {
    const folder = await mkdtemp(join(tmpdir(), 'tapewire-bench-backup-'))
    try {
      await onBenchPlatform(async (ctx) => {
        await fill(ctx)
        await create(ctx, report, folder)
      })
      await restore(report, folder)
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

/**
 * Prices are a slow wave with noise, and volumes are random, so that the ticks compress like those of a real market.
 */
async function fill(ctx: Platform): Promise<void> {
  const last = Math.floor(ctx.clock.now() / dayMs) * dayMs - dayMs
  const each = ticks / 20
  for (let at = 0; at < 20; at += 1)
    await ctx.clickhouse.command(
      `INSERT INTO ticks SELECT ${at + 1}, ${last} - (${each} - number) * 400 - rand(1) % 400, rand(2), 100 + round(sin(number / 9000) * 7 + (rand(3) % 200) / 100, 2),
         rand(4) % 5000 / 10, 1 + rand(5) % 2, 0, 0, 1, 4001700000000000 + number FROM numbers(${each})`,
    )
  await sql`insert into audit (at, actor_kind, action, subject, detail, sealed)
    select now(), 'system', 'bench.row', md5(n::text), jsonb_build_object('hash', md5(n::text), 'n', n), true
    from generate_series(1, ${auditRows}::int) n`.execute(ctx.postgres.db)
}

async function create(ctx: Platform, report: Report, folder: string): Promise<void> {
  const { signal } = new AbortController()
  const make = () => makeBackup(ctx, { place: folderPlace(folder), signal, progress: () => {} })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const [first, seconds] = await timed(make)
  delay.disable()
  report.note(
    `${(first.bytes / mib).toFixed(0)} MiB: ${ticks.toLocaleString('en-US')} ticks, ${auditRows.toLocaleString('en-US')} audit rows`,
  )
  report.row({ what: 'first backup', value: first.bytes / mib / seconds, unit: 'MiB/s' })
  const [, again] = await timed(make)
  report.row({ what: 'the next one, with the same history', value: again, unit: 's' })
  report.row({ what: 'event loop meanwhile, p99', value: delay.percentile(99) / 1e6, unit: 'ms' })
}

async function restore(report: Report, folder: string): Promise<void> {
  const { manifest } = await openBackup(folderPlace(folder), null)
  const bytes = bytesOf(Object.values(filesOf(manifest)).flat())
  const dataDir = await mkdtemp(join(tmpdir(), 'tapewire-bench-restored-'))
  try {
    const [, seconds] = await timed(async () => {
      const child = spawn(process.execPath, ['src/cli/main.mjs', 'backup', 'restore', folder], {
        env: { ...process.env, DATA_DIR: dataDir },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error('the restore failed')
    })
    const value = bytes / mib / seconds
    report.row({ what: 'restore, verified', value, unit: 'MiB/s', goal: { atLeast: restoreMibMin } })
    report.row({
      what: '10 GB at that speed',
      value: 10_000_000_000 / mib / value / 60,
      unit: 'min',
      goal: { atMost: 15 },
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  const result = await work()
  return [result, (performance.now() - began) / 1_000]
}
