/** `npm run drill -- <name>`: a test that kills things, as often as a claim needs and a test run cannot wait for. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const drills: Record<string, { file: string; environment: Record<string, string> }> = {
  payments: {
    file: 'src/billing/drill.test.ts',
    environment: {
      TAPEWIRE_DRILL_TRANSFERS: '10000',
      TAPEWIRE_DRILL_KILLS: '500',
      TAPEWIRE_DRILL_SEED: '20260105',
      TAPEWIRE_DRILL_REPORT: 'bench/payments-drill.md',
    },
  },
  stream: {
    file: 'src/feed/recorder.test.ts',
    environment: {
      TAPEWIRE_DRILL_KILLS: '200',
      TAPEWIRE_DRILL_SEED: '20260105',
      TAPEWIRE_DRILL_REPORT: 'bench/stream-drill.md',
    },
  },
}

process.exitCode = main(process.argv[2])

function main(name: string | undefined): number {
  const drill = name === undefined ? undefined : drills[name]
  if (!drill) {
    process.stderr.write(`npm run drill -- <name>. There are: ${Object.keys(drills).join(', ')}.\n`)
    return 2
  }
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
  const run = spawnSync(process.execPath, [vitest, 'run', drill.file, '--maxWorkers=1', '--silent=false'], {
    stdio: 'inherit',
    env: { ...drill.environment, ...process.env },
  })
  return run.status ?? 1
}
