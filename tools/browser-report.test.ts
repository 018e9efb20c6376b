import { expect, test } from 'vitest'
import { countsOfSuites, type Suite } from './browser-report.ts'

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

test('the report counts nested tests and names failures with the problem, the element and the line', () => {
  expect(countsOfSuites([sound, file('chart.test.ts', ['unexpected', wrong], ['expected'])])).toEqual({
    ...{ passed: 2, failed: 1, skipped: 1 },
    failures: [
      "chart.test.ts › test 0: Error: expect(locator).toBeVisible() failed, Locator: getByRole('alert'), line 35",
    ],
  })
})
