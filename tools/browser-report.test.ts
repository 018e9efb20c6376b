import { expect, test } from 'vitest'
import { countsOfSuites, filesWithEndedBrowser, type Suite } from './browser-report.ts'

const closed = 'Error: locator.click: Target page, context or browser has been closed'
const ended = `${closed}\nBrowser logs:\n[pid=1] <process did exit: exitCode=null, signal=SIGTRAP>`
const wrong = 'Error: expect(locator).toBeVisible() failed\n\nLocator: getByRole'

const file = (name: string, ...tests: [status: string, ...messages: string[]][]): Suite => ({
  file: name,
  specs: [],
  suites: [
    {
      file: name,
      specs: tests.map(([status, ...messages], at) => ({
        ...{ file: name, title: `test ${at}` },
        tests: [{ status, results: [{ errors: messages.map((message) => ({ message })) }] }],
      })),
    },
  ],
})
const sound = file('frame.test.ts', ['expected'], ['skipped'])

test('tests of groups count, and failures are named with their first line', () => {
  expect(countsOfSuites([sound, file('chart.test.ts', ['unexpected', wrong], ['expected'])])).toEqual({
    ...{ passed: 2, failed: 1, skipped: 1 },
    failures: ['chart.test.ts › test 0: Error: expect(locator).toBeVisible() failed'],
  })
})

test('a file runs again only if the browser itself ended in each failed test', () => {
  const crashed = file('chart.test.ts', ['unexpected', 'Test timeout of 60000ms exceeded.', ended], ['expected'])
  expect(filesWithEndedBrowser([sound, crashed])).toEqual(['chart.test.ts'])
  expect(filesWithEndedBrowser([sound])).toEqual([])
  expect(filesWithEndedBrowser([crashed, file('login.test.ts', ['unexpected', wrong])])).toEqual([])
  expect(filesWithEndedBrowser([file('login.test.ts', ['unexpected', closed])])).toEqual([])
})
