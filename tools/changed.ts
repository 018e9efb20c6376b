/**
 * `npm test -- --changed`: the tests that a change can break, nearest first, up to a limit. `npm test` runs every test.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { sitePages } from '#test/fixtures/site-paths.ts'
import { type Import, importsOf } from './import-graph.ts'

const unitFilesMax = 40
const journeysMax = 2
const browserFilesMax = 3

type Tests = { unit: string[]; journeys: string[]; browser: string[] }

/**
 * `further`: the number of other test files that the change can break, which are not run. `untested`: the changed files
 * without a test that imports them, such as a migration or a document.
 */
export type Changed = Tests & { files: string[]; further: number; untested: string[] }

/** The files that differ from `main`, uncommitted files included, and the nearest tests of modules that use them. */
export function whatChanged(): Changed {
  const [base = 'HEAD'] = git('branch', '--list', 'main').length > 0 ? git('merge-base', 'HEAD', 'main') : []
  const names = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  return affectedBy(names.filter((name) => existsSync(name)))
}

export function affectedBy(files: string[]): Changed {
  const importers = importersOf()
  const { unit, journeys, browser } = testsOf(builtOf(files, importers))
  const chosen = {
    unit: unit.slice(0, unitFilesMax),
    journeys: journeys.filter((name) => files.includes(name)).slice(0, journeysMax),
    browser: browser.slice(0, browserFilesMax),
  }
  const count = (tests: Tests) => tests.unit.length + tests.journeys.length + tests.browser.length
  const untested = files.filter((file) => count(testsOf(builtOf([file], importers))) === 0)
  return { files, ...chosen, further: count({ unit, journeys, browser }) - count(chosen), untested }
}

function testsOf(built: readonly string[]): Tests {
  const tests = built.filter((name) => /\.test\.tsx?$/.test(name))
  const isBrowser = (name: string) => name.startsWith('test/browser/')
  const isJourney = (name: string) => name.startsWith('test/journeys/')
  return {
    unit: tests.filter((name) => !isBrowser(name) && !isJourney(name)),
    journeys: tests.filter(isJourney),
    browser: [...new Set([...tests.filter(isBrowser), ...opening(built)])],
  }
}

/** By file, its importers. Type imports do not count, because the compiler finds their faults. */
function importersOf(): Map<string, Import[]> {
  const all = globSync(['src/**/*.{ts,tsx}', 'sdk/**/*.ts', '{test,tools,lab}/**/*.ts'])
  const imports = all.flatMap((file) => importsOf(file, readFileSync(file, 'utf8'))).filter(({ typeOnly }) => !typeOnly)
  return Map.groupBy(imports, ({ to }) => to)
}

/** `files` and all files that import them, directly or not, nearest first. */
function builtOf(files: readonly string[], importers: ReadonlyMap<string, Import[]>): string[] {
  const built = new Set(files)
  for (const file of built) for (const { from } of importers.get(file) ?? []) built.add(from)
  return [...built]
}

/**
 * The browser tests that open pages built of these files: the tests of the nearest page first, and for each page the
 * tests that name its address most often first.
 */
function opening(built: readonly string[]): string[] {
  const tests = globSync('test/browser/*.test.ts').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const pages = built.flatMap((name) => sitePages.filter(({ file }) => `src/site/${file}` === name))
  return pages.flatMap(({ path }) => {
    const address = path.replace(/[:*].*$/, '')
    const times = (text: string) => (address === '' ? 0 : text.split(address).length - 1)
    return tests
      .filter(({ text }) => times(text) > 0)
      .sort((a, b) => times(b.text) - times(a.text))
      .map(({ file }) => file)
  })
}

function git(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
}
