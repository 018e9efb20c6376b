/**
 * `npm run drill -- <name> [--seeds <n>] [--record]` runs tests longer, or with more programs, than `npm test` does. It
 * fails if a program that a test needs is missing.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fetchCompatibleClients } from '#lab/compatible/tools.ts'
import { fetchEvmTools } from '#lab/evm/tools.ts'
import { fetchRuntimes } from '#lab/generators/runtimes.ts'
import { fetchGenerators } from '#lab/generators/tools.ts'
import { pgbouncer } from '#test/fixtures/pgbouncer.ts'

type Drill = {
  files: readonly string[]
  environment: Record<string, string>
  before?: () => string | null
  /** True if tests may be left out because a program that only they need is missing. */
  mayLeaveOut?: true
}

const drills: Record<string, Drill> = {
  codes: {
    files: ['src/accounts/factors/code-flow.test.ts'],
    environment: { TAPEWIRE_DRILL_OWNERS: '60' },
  },
  payments: {
    files: ['src/billing/drill.test.ts'],
    environment: {
      TAPEWIRE_DRILL_TRANSFERS: '10000',
      TAPEWIRE_DRILL_KILLS: '500',
      TAPEWIRE_DRILL_SEED: '20260105',
      TAPEWIRE_DRILL_REPORT: 'lab/drills/payments.md',
    },
  },
  stream: {
    files: ['src/feed/recorder.test.ts'],
    environment: {
      TAPEWIRE_DRILL_KILLS: '200',
      TAPEWIRE_DRILL_SEED: '20260105',
      TAPEWIRE_DRILL_REPORT: 'lab/drills/stream.md',
    },
  },
  'hostile-files': {
    files: ['src/market/import/hostile-files.test.ts'],
    environment: { TAPEWIRE_DRILL_FILES: '3000', TAPEWIRE_DRILL_SEED: '20261128' },
  },
  cuts: {
    files: ['src/gateway/stream/cuts.test.ts'],
    environment: { TAPEWIRE_DRILL_CUTS: '1000', TAPEWIRE_DRILL_SEED: '20261128' },
  },
  alerts: {
    files: ['src/alerts/evaluate/drill.test.ts'],
    environment: { TAPEWIRE_DRILL_KILLS: '100', TAPEWIRE_DRILL_SEED: '20261124' },
  },
  kill9: { files: ['src/platform/data-dir/killed-start.test.ts'], environment: { TAPEWIRE_DRILL_KILLS: '200' } },
  'hand-over': {
    files: ['src/feed/hand-over.test.ts'],
    environment: {
      TAPEWIRE_DRILL_HAND_OVERS: '500',
      TAPEWIRE_DRILL_TIMED: '40',
      TAPEWIRE_DRILL_SEED: '20260105',
      TAPEWIRE_DRILL_REPORT: 'lab/drills/hand-over.md',
    },
  },
  backup: {
    files: ['test/journeys/backup.test.ts'],
    environment: { TAPEWIRE_DRILL_BACKUPS: '20', TAPEWIRE_DRILL_LOAD_MS: '10000' },
    before: buildSite,
  },
  /** `TAPEWIRE_DRILL_SECONDS=240` makes the drill shorter. */
  cluster: {
    files: ['test/journeys/cluster.test.ts'],
    environment: {
      TAPEWIRE_DRILL_SECONDS: '1800',
      TAPEWIRE_DRILL_SEED: '20261124',
      TAPEWIRE_DRILL_REPORT: 'lab/drills/cluster.md',
    },
    before: buildSite,
  },
  /** `TAPEWIRE_DRILL_SECONDS=1800` makes the drill shorter. */
  soak: {
    files: ['test/journeys/soak.test.ts'],
    environment: { TAPEWIRE_DRILL_SECONDS: '7200', TAPEWIRE_DRILL_REPORT: 'lab/drills/soak.md' },
    before: buildSite,
  },
  /** `--record` records the last release, for `npm test`. */
  upgrade: {
    files: ['test/journeys/upgrade.test.ts'],
    environment: { TAPEWIRE_DRILL_UPGRADE: 'whole', TAPEWIRE_DRILL_REPORT: 'lab/drills/upgrade.md' },
    before: buildSite,
  },
  redis: {
    files: ['src/platform/tape/fail-over.test.ts'],
    environment: { TAPEWIRE_DRILL_FAIL_OVERS: '20', TAPEWIRE_DRILL_REPORT: 'lab/drills/redis.md' },
  },
  sources: {
    files: ['src/feed/sources/pushed/sources-drill.test.ts'],
    environment: { TAPEWIRE_DRILL_FAULTS: '200', TAPEWIRE_DRILL_SEED: '20261123' },
  },
  /**
   * The processes of the cluster reach PostgreSQL through PgBouncer. `TAPEWIRE_DRILL_SECONDS=240` makes the drill
   * shorter.
   */
  postgres: {
    files: ['src/platform/stores/pooler.test.ts', 'test/journeys/stores-down.test.ts', 'test/journeys/cluster.test.ts'],
    environment: {
      TAPEWIRE_DRILL_AWAY_MS: '60000',
      TAPEWIRE_DRILL_POOLER: 'pgbouncer',
      TAPEWIRE_DRILL_SECONDS: '600',
      TAPEWIRE_DRILL_SEED: '20261128',
    },
    before: () => (pgbouncer() ? buildSite() : 'there is no pgbouncer on this machine'),
  },
  /** Runs the tests against a ClickHouse server (`CLICKHOUSE_URL`) wherever they otherwise embed ClickHouse. */
  clickhouse: {
    files: ['src/', 'sdk/', 'test/conformance/', 'test/journeys/'],
    environment: { TAPEWIRE_DRILL_CLICKHOUSE: 'url' },
    before: buildSite,
    mayLeaveOut: true,
  },
  evm: {
    files: ['test/journeys/real-node.test.ts'],
    environment: { TAPEWIRE_DRILL_EVM: 'whole', TAPEWIRE_DRILL_SPEED: '8' },
    before: () => fetchEvmTools() ?? buildSite(),
  },
  /** Java, Maven, Go and Python must be on the machine. */
  generators: {
    files: ['lab/drills/generators.test.ts'],
    environment: { TAPEWIRE_DRILL_GENERATORS: 'fetched' },
    before: fetchGenerators,
  },
  /**
   * Calls the gateway with other vendors' clients; Python and Go must be on the machine. `--record` records the
   * requests for `npm test`.
   */
  compatible: {
    files: ['lab/drills/compatible.test.ts', 'lab/drills/alpaca-clients.test.ts', 'src/gateway/compatible'],
    environment: { TAPEWIRE_DRILL_COMPATIBLE: 'fetched' },
    before: fetchCompatibleClients,
  },
  /** The TypeScript client on Bun, Deno, Node 20 and Node 22. */
  runtimes: {
    files: ['lab/drills/runtimes.test.ts'],
    environment: { TAPEWIRE_DRILL_RUNTIMES: 'fetched' },
    before: fetchRuntimes,
  },
  image: { files: ['test/journeys/image.test.ts'], environment: { TAPEWIRE_DRILL_IMAGE: 'built' } },
  promises: { files: ['src/billing/promises.test.ts'], environment: { TAPEWIRE_DRILL_SEEDS: '200' } },
  ledger: { files: ['src/billing/fuzz.test.ts'], environment: { TAPEWIRE_DRILL_SEEDS: '3000' } },
  bars: { files: ['src/gateway/same-bars.test.ts'], environment: { TAPEWIRE_DRILL_BARS: 'long' } },
  moves: {
    files: [
      'src/market/merge/merge.test.ts',
      'src/market/tick-archive/tick-archive.test.ts',
      'src/market/tick-archive/killed-move.test.ts',
    ],
    environment: { TAPEWIRE_DRILL_STEPS: 'all' },
  },
  parsers: { files: ['src/roles/parsers.test.ts'], environment: { TAPEWIRE_DRILL_TEXTS: '2000' } },
  counted: { files: ['src/roles/counted.test.ts'], environment: { TAPEWIRE_DRILL_TIMES: '7000' } },
  'import-zoo': { files: ['src/market/import/zoo.test.ts'], environment: { TAPEWIRE_DRILL_IMPORT_ZOO: 'store' } },
  /** `DRILL_PYTHON` names a Python with pandas and exchange_calendars; default `python3`. */
  python: { files: ['lab/drills/python.test.ts'], environment: { TAPEWIRE_DRILL_PYTHON: 'compared' } },
  recorded: { files: ['src/market/import/recorded-files.test.ts'], environment: { TAPEWIRE_DRILL_ROWS: 'all' } },
  history: { files: ['src/market/history/combine.test.ts'], environment: { TAPEWIRE_DRILL_SEEDS: '20000' } },
}

/** Settings that `--record` sets to `record`. */
const recording = ['TAPEWIRE_DRILL_UPGRADE', 'TAPEWIRE_DRILL_COMPATIBLE']

process.exitCode = main(process.argv.slice(2))

function main(args: string[]): number {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { seeds: { type: 'string' }, record: { type: 'boolean' } },
  })
  const drill = drills[positionals[0] ?? '']
  const given = {
    ...(values.seeds !== undefined && { TAPEWIRE_DRILL_SEEDS: values.seeds }),
    ...(values.record && { [recording.find((name) => name in (drill?.environment ?? {})) ?? '--record']: 'record' }),
  }
  const isUnknown = Object.keys(given).some((name) => !(name in (drill?.environment ?? {})))
  if (!drill || isUnknown || (values.seeds !== undefined && !/^[1-9]\d{0,6}$/.test(values.seeds))) {
    const withAny = (names: readonly string[]) =>
      Object.keys(drills).filter((drill) => names.some((name) => name in (drills[drill]?.environment ?? {})))
    process.stderr.write(
      `npm run drill -- <name>. There are: ${Object.keys(drills).join(', ')}. --seeds <n> is for ${withAny(['TAPEWIRE_DRILL_SEEDS']).join(', ')}; --record is for ${withAny(recording).join(', ')}.\n`,
    )
    return 2
  }
  const problem = drill.before?.() ?? null
  if (problem !== null) {
    process.stderr.write(`${problem}.\n`)
    return 1
  }
  const folder = mkdtempSync(join(tmpdir(), 'tapewire-drill-'))
  const notRunFile = join(folder, 'not-run.txt')
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
  const run = spawnSync(process.execPath, [vitest, 'run', ...drill.files, '--maxWorkers=1', '--silent=false'], {
    stdio: 'inherit',
    env: { ...drill.environment, ...process.env, ...given, TAPEWIRE_NOT_RUN: notRunFile },
  })
  const notRun = existsSync(notRunFile) ? readFileSync(notRunFile, 'utf8') : ''
  rmSync(folder, { recursive: true })
  if (notRun !== '') process.stderr.write(`Did not run:\n${notRun}`)
  return run.status !== 0 ? (run.status ?? 1) : notRun === '' || drill.mayLeaveOut ? 0 : 1
}

/** Builds the site, which the product needs in live mode. Returns a message if that fails. */
function buildSite(): string | null {
  const setup = join(import.meta.dirname, '../tools/setup.mjs')
  const { status } = spawnSync(process.execPath, [setup, '--build'], { stdio: 'inherit' })
  return status === 0 ? null : 'the site could not be built'
}
