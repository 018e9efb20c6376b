import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

type Runner = 'vitest' | 'playwright'

/** `test`: null if the whole file failed. `text`: file, test and first line of the error. */
export type Failure = { file: string; test: string | null; text: string }
export type Counts = { passed: number; failed: number; skipped: number; failures: Failure[] }

type Problem = { message?: string; location?: { line: number } }
type Result = { errors?: Problem[] }
type Spec = { file: string; title: string; tests: { status: string; results: Result[] }[] }
/** The format of Playwright's JSON reporter: one suite per file, with its groups as nested suites. */
export type Suite = { file: string; suites?: Suite[]; specs: Spec[] }

type VitestFile = {
  name: string
  status: string
  message: string
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
}

/** Reads the JSON report of a test runner; null if there is none. */
export function countsOf(runner: Runner, report: string): Counts | null {
  if (!existsSync(report)) return null
  const json = JSON.parse(readFileSync(report, 'utf8'))
  if (runner === 'playwright') return countsOfSuites(json.suites)
  return {
    passed: json.numPassedTests,
    failed: json.numFailedTests,
    skipped: json.numPendingTests + json.numTodoTests,
    failures: json.testResults.flatMap(failuresOfFile),
  }
}

/**
 * The arguments with which a test runner repeats only these tests, or their files if a whole file failed. Playwright
 * itself stores which tests failed in its last run.
 */
export function againArguments(runner: Runner | undefined, failures: readonly Failure[]): string[] {
  if (runner === 'playwright') return ['--last-failed']
  const files = [...new Set(failures.map(({ file }) => file))]
  const names = failures.flatMap(({ test }) => test?.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') ?? [])
  return names.length < failures.length ? files : [...files, '--testNamePattern', `^(${names.join('|')})$`]
}

/** The number of skipped tests in files of a Vitest report. The tests of a file whose set-up failed are skipped. */
export function skippedIn(report: string, files: readonly string[]): number {
  const { testResults }: { testResults: VitestFile[] } = JSON.parse(readFileSync(report, 'utf8'))
  const tests = testResults
    .filter(({ name }) => files.includes(relative('.', name)))
    .flatMap((one) => one.assertionResults)
  return tests.filter(({ status }) => status === 'skipped' || status === 'pending' || status === 'todo').length
}

function failuresOfFile(file: VitestFile): Failure[] {
  const name = relative('.', file.name)
  const tests = file.assertionResults.filter(({ status }) => status === 'failed')
  if (tests.length === 0 && file.status === 'failed')
    return [{ file: name, test: null, text: `${name}: ${firstLine(file.message)}` }]
  return tests.map(({ fullName, failureMessages: [message] }) => ({
    file: name,
    test: fullName,
    text: `${name} › ${fullName}: ${firstLine(message)}`,
  }))
}

export function countsOfSuites(suites: readonly Suite[]): Counts {
  const tests = suites.flatMap(testsOf)
  const count = (...wanted: string[]) => tests.filter(({ status }) => wanted.includes(status)).length
  return {
    passed: count('expected'),
    failed: count('unexpected', 'flaky'),
    skipped: count('skipped'),
    failures: tests.filter(isFailed).map(({ file, test, problems }) => ({
      ...{ file, test },
      text: `${file} › ${test}: ${describeProblem(problems[0])}`,
    })),
  }
}

function firstLine(message = ''): string {
  return stripVTControlCharacters(message).trim().split('\n', 1)[0] ?? ''
}

/** The error with its locator and line, because one test checks many elements. */
function describeProblem({ message = '', location }: Problem = {}): string {
  const locator = /^Locator: .+$/m.exec(stripVTControlCharacters(message))?.[0]
  return [firstLine(message), locator, location && `line ${location.line}`].filter(Boolean).join(', ')
}

type Test = { file: string; test: string; status: string; problems: Problem[] }

function testsOf(suite: Suite): Test[] {
  const own = suite.specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      ...{ file, test: title, status },
      problems: results.flatMap(({ errors = [] }) => errors),
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)]
}

function isFailed({ status }: Test): boolean {
  return status === 'unexpected' || status === 'flaky'
}
