import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import type { RunContext } from '#src/site/content/benches/figures.ts'

export function runContext(): RunContext {
  const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).trim()
  const machine = {
    processor: cpus()[0]?.model ?? '',
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 1024 ** 3),
    node: process.versions.node,
  }
  return { date: new Date().toISOString().slice(0, 10), commit, machine }
}

/** Rounds to four significant digits, because measurements are not more precise. */
export function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
}
