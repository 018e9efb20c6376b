import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { againArguments, countsOfSuites, type Suite, skippedIn } from './test-report.ts'

const wrong = "Error: expect(locator).toBeVisible() failed\n\nLocator: getByRole('alert')\nExpected: visible"

const file = (name: string, ...tests: [status: string, ...messages: string[]][]): Suite => ({
  file: name,
  specs: [],
  suites: [
    {
      file: name,
      specs: tests.map(([status, ...messages], at) => ({
        ...{ file: name, title: `test ${at}` },
        tests: [{ status, results: [{ errors: messages.map((message) => ({ message, location: { line: 35 } })) }] }],
      })),
    },
  ],
})
const sound = file('frame.test.ts', ['expected'], ['skipped'])

test('the test report counts nested tests and names failures with the problem, the element and the line', () => {
  expect(countsOfSuites([sound, file('chart.test.ts', ['unexpected', wrong], ['expected'])])).toEqual({
    ...{ passed: 2, failed: 1, skipped: 1 },
    failures: [
      {
        file: 'chart.test.ts',
        test: 'test 0',
        text: "chart.test.ts › test 0: Error: expect(locator).toBeVisible() failed, Locator: getByRole('alert'), line 35",
      },
    ],
  })
})

test('failed tests are run again by file and exact name', () => {
  const failure = (file: string, name: string) => ({ file, test: name, text: '' })
  const failures = [failure('a.test.ts', 'costs 1.5 (net)'), failure('a.test.ts', 'is'), failure('b.test.ts', 'was')]
  const [first, second, option, pattern = ''] = againArguments('vitest', failures)
  expect([first, second, option]).toEqual(['a.test.ts', 'b.test.ts', '--testNamePattern'])
  const names = ['costs 1.5 (net)', 'is', 'was', 'is not', 'costs 125 net']
  expect(names.map((name) => new RegExp(pattern).test(name))).toEqual([true, true, true, false, false])
})

test('the files of failed tests are run again as a whole if the set-up of one of them failed', () => {
  const failures = [
    { file: 'a.test.ts', test: 'is', text: '' },
    { file: 'b.test.ts', test: null, text: '' },
  ]
  expect(againArguments('vitest', failures)).toEqual(['a.test.ts', 'b.test.ts'])
})

test('the skipped tests of a Vitest report are counted for the named files only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapewire-report-'))
  const report = join(folder, 'report.json')
  const of = (name: string, ...statuses: string[]) => ({
    name: resolve(name),
    assertionResults: statuses.map((status) => ({ status })),
  })
  const testResults = [of('a.test.ts', 'passed', 'skipped', 'pending', 'todo'), of('b.test.ts', 'skipped')]
  writeFileSync(report, JSON.stringify({ testResults }))
  expect(skippedIn(report, ['a.test.ts'])).toBe(3)
  rmSync(folder, { recursive: true })
})
