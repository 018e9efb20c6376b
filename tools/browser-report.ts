import { stripVTControlCharacters } from 'node:util'

export type Counts = { passed: number; failed: number; skipped: number; failures: string[] }

type Failure = { message?: string; location?: { line: number } }
type Result = { errors?: Failure[] }
type Spec = { file: string; title: string; tests: { status: string; results: Result[] }[] }
/** The format of Playwright's JSON reporter: one suite per file, with its groups as nested suites. */
export type Suite = { file: string; suites?: Suite[]; specs: Spec[] }

export function countsOfSuites(suites: readonly Suite[]): Counts {
  const tests = suites.flatMap(testsOf)
  const count = (...wanted: string[]) => tests.filter(({ status }) => wanted.includes(status)).length
  return {
    passed: count('expected'),
    failed: count('unexpected', 'flaky'),
    skipped: count('skipped'),
    failures: tests.filter(isFailed).map(({ name, errors }) => `${name}: ${describeFailure(errors[0])}`),
  }
}

export function firstLine(message = ''): string {
  return stripVTControlCharacters(message).trim().split('\n', 1)[0] ?? ''
}

/** The error with its locator and line, because one test checks many elements. */
function describeFailure({ message = '', location }: Failure = {}): string {
  const locator = /^Locator: .+$/m.exec(stripVTControlCharacters(message))?.[0]
  return [firstLine(message), locator, location && `line ${location.line}`].filter(Boolean).join(', ')
}

type Test = { name: string; status: string; errors: Failure[] }

function testsOf(suite: Suite): Test[] {
  const own = suite.specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      ...{ status, name: `${file} › ${title}` },
      errors: results.flatMap(({ errors = [] }) => errors),
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)]
}

function isFailed({ status }: Test): boolean {
  return status === 'unexpected' || status === 'flaky'
}
