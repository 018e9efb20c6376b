/**
 * `npm test`, `npm run check`: every check, cheap first, the same here and in CI.
 * Stops at the first step that fails; ends with what did not run and why, and a true count.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

type Counts = { passed: number; failed: number; skipped: number }
type Step = { name: string; command: string[]; report?: 'vitest' | 'playwright' }

const results = 'test-results/check'
const notRunFile = join(results, 'not-run.txt')

const steps: Step[] = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'route types', command: ['react-router', 'typegen'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'unit', command: ['vitest', 'run', '--project', 'unit'], report: 'vitest' },
  { name: 'build', command: ['node', 'tools/setup.mjs', '--build'] },
  { name: 'boot and ping', command: ['node', 'tools/boot-and-ping.ts'] },
  { name: 'journeys', command: ['vitest', 'run', '--project', 'journeys'], report: 'vitest' },
  { name: 'browser', command: ['playwright', 'test'], report: 'playwright' },
]

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const before = await treeState()
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
let failedStep: string | null = null

for (const step of steps) {
  failedStep = await runStep(step)
  if (failedStep) break
}
if (!failedStep && (await treeState()) !== before) {
  failedStep = 'tree still clean: a check changed files that git tracks'
  total.failed += 1
}
report()

async function runStep(step: Step): Promise<string | null> {
  const started = Date.now()
  console.log(`\n── ${step.name}`)
  const file = join(results, `${step.name}.json`)
  const code = await run(step, file)
  console.log(`── ${step.name}: ${code === 0 ? 'ok' : 'FAILED'}, ${((Date.now() - started) / 1000).toFixed(1)} s`)
  const counts = step.report ? countsOf(step.report, file) : null
  if (!counts || (code !== 0 && counts.failed === 0)) total[code === 0 ? 'passed' : 'failed'] += 1
  if (counts) for (const kind of ['passed', 'failed', 'skipped'] as const) total[kind] += counts[kind]
  if (code === 0 && counts && counts.passed === 0) return `${step.name}: no test ran`
  return code === 0 ? null : step.name
}

function run(step: Step, file: string): Promise<number> {
  const [program = '', ...args] = step.command
  const reporters = {
    vitest: ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    playwright: ['--reporter=line,json'],
  }
  const extra = step.report ? reporters[step.report] : []
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file, TAPEWIRE_NOT_RUN: notRunFile, FORCE_COLOR: '0' }
  const binary = program === 'node' ? process.execPath : join('node_modules/.bin', program)
  return new Promise((resolve, reject) => {
    const child = spawn(binary, [...args, ...extra], { stdio: 'inherit', env })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

function countsOf(kind: 'vitest' | 'playwright', file: string): Counts | null {
  if (!existsSync(file)) return null
  const json = JSON.parse(readFileSync(file, 'utf8'))
  if (kind === 'vitest')
    return {
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numPendingTests + json.numTodoTests,
    }
  return {
    passed: json.stats.expected + json.stats.flaky,
    failed: json.stats.unexpected,
    skipped: json.stats.skipped,
  }
}

function treeState(): Promise<string> {
  return new Promise((resolve, reject) => {
    const git = spawn('git', ['status', '--porcelain'], { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    git.stdout.on('data', (chunk) => {
      text += chunk
    })
    git.on('error', reject)
    git.on('exit', () => resolve(text))
  })
}

function report(): void {
  const notRun = existsSync(notRunFile) ? [...new Set(readFileSync(notRunFile, 'utf8').trim().split('\n'))] : []
  console.log('')
  if (failedStep) console.log(`Failed: ${failedStep}`)
  if (notRun.length > 0) console.log(`Did not run:\n${notRun.map((line) => `  ${line}`).join('\n')}`)
  else if (!failedStep) console.log('Everything ran.')
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  process.exitCode = failedStep ? 1 : 0
}
