/** `npm run drill -- <name>`: a test that kills things, as often as a claim needs and a test run cannot wait for. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const drills: Record<string, { file: string; environment: Record<string, string> }> = {
  stream: { file: 'src/feed/recorder.test.ts', environment: { TAPEWIRE_DRILL_KILLS: '200' } },
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
    env: { ...process.env, ...drill.environment },
  })
  return run.status ?? 1
}
