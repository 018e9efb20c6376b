/**
 * `npm test`, `npm run check`: every check, the cheap checks first, the same here and in CI. It continues after a
 * failure, so that one run finds everything. A few failed tests are run again. The output ends with the failures, the
 * tests that passed only when run again, the checks that did not run and why, and the counts.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepCompiledCode } from '../test/fixtures/compiled-code.ts'
import { preferMemoryDisk } from '../test/fixtures/memory-disk.ts'
import { type Changed, whatChanged } from './changed.ts'
import { againArguments, type Counts, countsOf, type Failure, skippedIn } from './test-report.ts'

type Step = {
  name: string
  command: string[]
  report?: 'vitest' | 'playwright'
  /** A step of the same or an earlier stage. This step waits for it, and runs only if it passed. */
  after?: string
  /** True if the step only prepares a later step. It is not counted, and its failure stops no other step. */
  isSetUp?: true
}

const results = 'test-results/check'
const notRunFile = join(results, 'not-run.txt')
const clients = 'what the tests of the client libraries need'
const filling = 'a data directory with history'
/**
 * The maximum number of failed tests in a whole run that are run again. More failures point to a fault, not to a race.
 */
const againMax = 3

/**
 * Steps of a stage run at the same time, since most use only one core. The unit tests use the remaining cores in the
 * first stage. Journeys and browser tests each have their own stage, because they wait for products. The output of a
 * step is shown when it ends.
 */
const everything: Step[][] = [
  [
    { name: 'format and lint', command: ['biome', 'check', '.'] },
    { name: 'route types', command: ['react-router', 'typegen'] },
    { name: 'types', command: ['tsc', '--noEmit'], after: 'route types' },
    { name: 'dead code', command: ['knip'], after: 'route types' },
    { name: 'build', command: ['node', 'tools/setup.mjs', '--build'], after: 'route types' },
    { name: clients, command: ['node', 'tools/sdk/main.ts', 'fetch'], isSetUp: true },
    { name: filling, command: ['node', 'test/fixtures/fill-data-dir.ts'], isSetUp: true },
    { name: 'unit', command: ['vitest', 'run', '--project', 'unit'], report: 'vitest', after: clients },
  ],
  [{ name: 'journeys', command: ['vitest', 'run', '--project', 'journeys'], report: 'vitest', after: 'build' }],
  [{ name: 'browser', command: ['playwright', 'test'], report: 'playwright', after: 'build' }],
]

preferMemoryDisk()
keepCompiledCode()
/**
 * A filled data directory. The products of the tests start on copies of it, because the first start of a product
 * computes a history.
 */
const filledDir = join(tmpdir(), `tapewire-filled-${process.pid}`)
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const before = await treeState()
const total: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] }
const unsteady: Failure[] = []
const failed: string[] = []
const left: string[] = []
const stages = process.argv.includes('--changed') ? [stepsOf(whatChanged())] : everything

const ended = new Map<string, Promise<boolean>>()
for (const stage of stages) {
  for (const step of stage) ended.set(step.name, perform(step))
  await Promise.all(ended.values())
}
rmSync(filledDir, { recursive: true, force: true })
if ((await treeState()) === before) total.passed += 1
else {
  failed.push('tree still clean (a check changed files that git tracks)')
  total.failed += 1
}
report()

function stepsOf({ files, unit, journeys, browser, further, untested }: Changed): Step[] {
  if (untested.length > 0) left.push(`no test is known for ${untested.join(', ')}: npm test runs every test`)
  if (further > 0) left.push(`${further} more files of tests that the change can break: npm test runs them`)
  const tests: Record<string, string[]> = { unit, journeys, browser }
  const isLeftOut = (name: string) =>
    name === 'dead code' ||
    tests[name]?.length === 0 ||
    ([filling, 'build'].includes(name) && journeys.length + browser.length === 0)
  return everything.flat().flatMap((step) => {
    if (isLeftOut(step.name)) return []
    if (step.name === 'format and lint')
      return { ...step, command: ['biome', 'check', '--no-errors-on-unmatched', ...files] }
    return { ...step, command: [...step.command, ...(tests[step.name] ?? [])] }
  })
}

/** Performs a step. Resolves with true if later steps may run. */
async function perform(step: Step): Promise<boolean> {
  if (step.after && !(await ended.get(step.after))) {
    left.push(`${step.name}: ${step.after} did not pass`)
    return false
  }
  if (await runStep(step)) return true
  failed.push(step.name)
  return step.isSetUp === true
}

/** Runs a step and adds its counts: one for each test of a test runner, or one for any other tool. */
async function runStep(step: Step): Promise<boolean> {
  const started = Date.now()
  const file = join(results, `${step.name}.json`)
  const { code, output } = await run(step, file)
  console.log(`\n── ${step.name}\n${output.trimEnd()}`)
  const counts = step.report ? countsOf(step.report, file) : null
  const empty = step.report !== undefined && (counts === null || counts.passed + counts.failed === 0)
  const passed = code === 0 || (counts !== null && (await passesAgain(step, counts, { file, output })))
  const ok = passed && !empty
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`── ${step.name}: ${ok ? 'ok' : empty ? 'FAILED, no test ran' : 'FAILED'}, ${seconds} s`)
  if (counts) for (const kind of ['passed', 'failed', 'skipped'] as const) total[kind] += counts[kind]
  if (counts) total.failures.push(...counts.failures)
  if (!step.report && !step.isSetUp) total[ok ? 'passed' : 'failed'] += 1
  else if (!ok && (counts?.failed ?? 0) === 0) total.failed += 1
  return ok
}

/**
 * Runs the failed tests again, if they are few, and counts them as passed if all of them pass. A file whose set-up
 * failed counts as one failed test.
 */
async function passesAgain(step: Step, counts: Counts, first: { file: string; output: string }): Promise<boolean> {
  const { failures } = counts
  const isMore = failures.length === 0 || failures.length + unsteady.length > againMax
  if (isMore || first.output.includes('Unhandled Error')) return false
  const file = join(results, `${step.name}-again.json`)
  const again = await run({ ...step, command: [...step.command, ...againArguments(step.report, failures)] }, file)
  console.log(`\n── ${step.name}, the failed tests again\n${again.output.trimEnd()}`)
  const passed = step.report ? (countsOf(step.report, file)?.passed ?? 0) : 0
  if (again.code !== 0 || passed < failures.length) return false
  const whole = failures.flatMap(({ file: name, test }) => (test === null ? name : []))
  const ran = whole.length === 0 ? 0 : skippedIn(first.file, whole) - skippedIn(file, whole)
  unsteady.push(...failures.splice(0))
  counts.skipped -= ran
  counts.passed += counts.failed + ran
  counts.failed = 0
  return true
}

function run(step: Step, file: string): Promise<{ code: number; output: string }> {
  const [program = '', ...args] = step.command
  const reporters = {
    vitest: ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    playwright: ['--reporter=dot,json'],
  }
  const extra = step.report ? reporters[step.report] : step.name === filling ? [filledDir] : []
  const env = {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    TAPEWIRE_NOT_RUN: notRunFile,
    FORCE_COLOR: '0',
    ...(existsSync(filledDir) && { TAPEWIRE_FILLED_DIR: filledDir }),
  }
  const binary = program === 'node' ? process.execPath : join('node_modules/.bin', program)
  return new Promise((resolve, reject) => {
    const child = spawn(binary, [...args, ...extra], { stdio: ['ignore', 'pipe', 'pipe'], env })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
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
  const named = existsSync(notRunFile) ? readFileSync(notRunFile, 'utf8').trim().split('\n') : []
  const notRun = [...new Set([...left, ...named])]
  console.log('')
  for (const name of failed) console.log(`Failed: ${name}`)
  for (const { text } of total.failures) console.log(`  ${text}`)
  if (unsteady.length > 0) console.log('Failed at first and passed when run again, alone (a race to mend):')
  for (const { text } of unsteady) console.log(`  ${text}`)
  if (notRun.length > 0) console.log(`Did not run:\n${notRun.map((line) => `  ${line}`).join('\n')}`)
  else if (failed.length === 0) console.log('Everything ran.')
  if (total.skipped > 0) console.log(`${total.skipped} skipped`)
  const again = unsteady.length > 0 ? ` (${unsteady.length} when run again)` : ''
  console.log(`${total.passed} passed${again}, ${total.failed} failed`)
  process.exitCode = failed.length > 0 ? 1 : 0
}
