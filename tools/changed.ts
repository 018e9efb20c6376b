/**
 * `npm test -- --changed`: the tests that a change can break, nearest first, up to a limit. `npm test` runs every test.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { sitePages } from '#test/fixtures/site-paths.ts'
import { importsOf } from './import-graph.ts'

const unitFilesMax = 40
const journeysMax = 2
const browserFilesMax = 3

/** `further`: the number of other test files that the change can break, which are not run. */
export type Changed = { files: string[]; unit: string[]; journeys: string[]; browser: string[]; further: number }

/** The files that differ from `main`, uncommitted files included, and the nearest tests of modules that use them. */
export function whatChanged(): Changed {
  const [base = 'HEAD'] = git('branch', '--list', 'main').length > 0 ? git('merge-base', 'HEAD', 'main') : []
  const names = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  return affectedBy(names.filter((name) => existsSync(name)))
}

export function affectedBy(files: string[]): Changed {
  const built = builtOf(files)
  const tests = built.filter((name) => /\.test\.tsx?$/.test(name))
  const isBrowser = (name: string) => name.startsWith('test/browser/')
  const isJourney = (name: string) => name.startsWith('test/journeys/')
  const unit = tests.filter((name) => !isBrowser(name) && !isJourney(name))
  const journeys = tests.filter(isJourney)
  const browser = [...new Set([...tests.filter(isBrowser), ...opening(built)])]
  const chosen = {
    unit: unit.slice(0, unitFilesMax),
    journeys: journeys.filter((name) => files.includes(name)).slice(0, journeysMax),
    browser: browser.slice(0, browserFilesMax),
  }
  const run = chosen.unit.length + chosen.journeys.length + chosen.browser.length
  return { files, ...chosen, further: unit.length + journeys.length + browser.length - run }
}

/**
 * `files` and all files that import them, directly or not, nearest first. Type imports do not count, because the
 * compiler finds their faults.
 */
function builtOf(files: readonly string[]): string[] {
  const all = globSync(['src/**/*.{ts,tsx}', 'sdk/**/*.ts', '{test,tools,lab}/**/*.ts'])
  const imports = all.flatMap((file) => importsOf(file, readFileSync(file, 'utf8'))).filter(({ typeOnly }) => !typeOnly)
  const importers = Map.groupBy(imports, ({ to }) => to)
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
