import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { recordBars } from '#src/market/bars/bars.ts'
import { ensureInstrument, findInstrument } from '#src/market/instruments/instruments.ts'
import { silentLog } from '#src/platform/log/log.ts'
import type { Config } from '#src/platform/settings.ts'
import { startEmbeddedPostgres } from '#src/platform/stores/postgres-embedded.ts'
import { readConfig } from '#src/roles/config.ts'
import { type OpenedPlatform, openPlatform } from '#src/roles/open-platform.ts'
import { startClickHouse } from '#test/fixtures/clickhouse.ts'
import { copyInto } from '#test/fixtures/copy-into.ts'
import { temporaryDataDir } from '#test/fixtures/spawned.ts'
import { create } from './create.ts'
import { join } from './join.ts'

const { signal } = new AbortController()
const opening = { log: silentLog, signal, progress: () => {} }
const coin = (code: string) => ({ class: 'crypto', region: 'BA', code }) as const
const bar = (instrumentId: number) => ({
  ...{ instrumentId, open: 1, high: 2, low: 0.1, close: 1.5, volume: 10, turnover: 0, source: 'import' as const },
  ...{ interval: '1m' as const, time: Date.parse('2026-01-05T11:00:00Z') },
})

function io(print: (line: string) => void) {
  return { cwd: '/', signal, print, progress: () => {} }
}

type Connection = { host: string; user: string }

function configOf({ host, user }: Connection, clickhouse: string, dataDir: string): Config {
  const database = `postgres://${user}@localhost/postgres?host=${encodeURIComponent(host)}`
  return readConfig({ DATABASE_URL: database, CLICKHOUSE_URL: clickhouse, DATA_DIR: dataDir }, {})
}

async function addCoin(ctx: OpenedPlatform, code: string): Promise<number> {
  const { id } = await ensureInstrument(ctx, coin(code))
  await recordBars(ctx, [bar(id)])
  return id
}

async function barsIn(ctx: OpenedPlatform): Promise<number[]> {
  const rows = await ctx.clickhouse.query<{ instrument: number }>('SELECT DISTINCT instrument FROM bars ORDER BY 1')
  return rows.map(({ instrument }) => Number(instrument))
}

test('after a point-in-time restore of PostgreSQL the product works with an older and with a newer market history', async () => {
  await using stack = new AsyncDisposableStack()
  const root = stack.use(await temporaryDataDir()).path
  const archive = joinPath(root, 'wal')
  await mkdir(archive)
  const settings = { wal_level: 'replica', archive_mode: 'on', archive_command: `cp %p ${archive}/%f` }
  const live = stack.use(await startClickHouse())
  const written = await (async () => {
    await using first = await startEmbeddedPostgres({ dir: joinPath(root, 'first'), log: silentLog, settings })
    await using ctx = await openPlatform(configOf(first.connection, live.url, joinPath(root, 'data')), opening)
    const early = await addCoin(ctx, 'EARLY')
    const client = new pg.Client(first.connection)
    await client.connect()
    await client.query("select pg_backup_start('base', true)")
    await copyInto(joinPath(root, 'second/data'), `${root}/first/data/.`)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await create.run(
      ctx,
      [joinPath(root, 'backups')],
      io(() => {}),
    )
    const kept = await addCoin(ctx, 'KEPT')
    await sleep(5)
    const { rows: times } = await client.query<{ at: string }>('select clock_timestamp()::text as at')
    await sleep(5)
    const lost = await addCoin(ctx, 'LOST')
    await client.query('select pg_switch_wal()')
    await client.end()
    return { early, kept, lost, at: times[0]?.at ?? '', label: rows[0]?.labelfile ?? '' }
  })()
  const data = joinPath(root, 'second/data')
  for (const name of ['postmaster.pid', 'pg_wal']) await rm(joinPath(data, name), { recursive: true, force: true })
  await mkdir(joinPath(data, 'pg_wal/archive_status'), { recursive: true, mode: 0o700 })
  await writeFile(joinPath(data, 'backup_label'), written.label)
  await writeFile(joinPath(data, 'recovery.signal'), '')
  const recovery = {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: written.at,
    recovery_target_action: 'promote',
  }
  const second = stack.use(
    await startEmbeddedPostgres({ dir: joinPath(root, 'second'), log: silentLog, settings: recovery }),
  )
  await promoted(second.connection)

  const empty = stack.use(await startClickHouse())
  const restored = configOf(second.connection, empty.url, joinPath(root, 'restored'))
  const printed: string[] = []
  const say = io((line) => printed.push(line))
  const tried = [joinPath(root, 'backups'), '--dry-run']
  const used = configOf(second.connection, live.url, joinPath(root, 'restored'))
  await expect(join.run(used, tried, say, silentLog)).rejects.toThrow('CLICKHOUSE_URL has tables already')
  // The join needs an empty folder, so this proves that the dry run wrote nothing.
  await join.run(restored, tried, say, silentLog)
  expect(printed.at(-1)).toContain('would be filled from')
  await join.run(restored, [joinPath(root, 'backups')], say, silentLog)
  expect(printed.join('\n')).toContain('History is of')
  {
    await using ctx = await openPlatform(restored, opening)
    expect([await findInstrument(ctx, coin('KEPT')), await findInstrument(ctx, coin('LOST'))]).toMatchObject([
      { id: written.kept },
      null,
    ])
    expect(await barsIn(ctx)).toEqual([written.early])
  }

  const goneOn = configOf(second.connection, live.url, joinPath(root, 'data'))
  await join.run(
    goneOn,
    [],
    io(() => {}),
    silentLog,
  )
  await using ctx = await openPlatform(goneOn, opening)
  expect(await addCoin(ctx, 'NEXT')).toBeGreaterThan(written.lost)
  expect(await readFile(joinPath(root, 'restored/keyring'), 'utf8')).toBe(
    await readFile(joinPath(root, 'data/keyring'), 'utf8'),
  )
}, 90_000)

async function promoted(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const isInRecovery = async () => (await client.query('select pg_is_in_recovery() as is')).rows[0]?.is
  while (await isInRecovery()) await sleep(50)
  await client.end()
}
