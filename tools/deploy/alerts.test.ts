import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { alertCases } from './alert-cases.ts'
import { promtoolTests } from './alert-world.ts'
import { rulesOf } from './queries.ts'

const file = 'deploy/prometheus/tapewire-alerts.yaml'
const alerts = rulesOf(readFileSync(file, 'utf8')).flatMap(({ alert }) => alert ?? [])

test('every alert rule has a test case in which the alert fires', () => {
  const firing = alertCases.flatMap(({ fires }) => Object.values(fires).flat())
  const named = new Set(firing.map((labels) => /alertname="(\w+)"/.exec(labels)?.[1]))
  expect(alerts.filter((alert) => !named.has(alert))).toEqual([])
  expect(alertCases.length).toBeGreaterThan(40)
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) didNotRun('the alert rules with promtool', 'no promtool on this machine')

test.runIf(hasPromtool)(
  'each alert rule fires on its fault and stays silent on every other fault',
  async () => {
    await using stack = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'tapewire-alerts-'))
    stack.defer(() => rm(folder, { recursive: true }))
    const cases = join(folder, 'cases.yaml')
    writeFileSync(cases, JSON.stringify(promtoolTests(resolve(file), alertCases)))
    // Fewer garbage collections shorten the test by a quarter.
    const env = { ...process.env, GOGC: '400' }
    const { stdout } = await promisify(execFile)('promtool', ['test', 'rules', cases], { env })
    expect(stdout).toContain('SUCCESS')
  },
  240_000,
)
