import { expect, test } from 'vitest'
import type { Reading } from '#src/contract/data/reading.ts'
import { readingSentence } from './reading-sentence.ts'

const plain: Reading = {
  ...{ separator: ',', decimal: '.', groups: '', encoding: 'utf-8', times: 'text', dates: 'ymd', zone: 'UTC' },
  ...{ isLocalDays: false, isNamed: true, hasVolume: true, volumePower: 0, turnoverPower: 0, pricePower: 0 },
}
const german: Reading = {
  ...plain,
  separator: ';',
  decimal: ',',
  groups: '.',
  times: 'ms',
  dates: 'dmy',
  hasVolume: false,
}
const days: Reading = { ...plain, encoding: 'utf-16le', zone: 'America/New_York', isLocalDays: true, isNamed: false }

test.each<[Parameters<typeof readingSentence>[0], Reading, string]>([
  ['en-US', plain, 'Separated by commas, times of UTC.'],
  [
    'en-US',
    german,
    'Separated by ;, decimal comma, thousands separated by points, times in milliseconds, dates with the day first, no volume.',
  ],
  ['en-US', days, 'Separated by commas, encoded in UTF-16LE, dates of New York, no names of columns.'],
  [
    'en-US',
    { ...plain, volumePower: 2, turnoverPower: 3 },
    'Separated by commas, times of UTC, volumes in lots of 100, turnover in thousands.',
  ],
  ['zh-CN', german, '以分号分隔，小数点为逗号，千位以点分隔，时间单位为毫秒，日期日在前，没有成交量。'],
  ['zh-HK', days, '以逗號分隔，編碼為 UTF-16LE，日期以紐約為準，沒有欄位名稱。'],
])('the description of how an import file is read is one sentence in %s', (locale, reading, sentence) => {
  expect(readingSentence(locale, reading)).toBe(sentence)
})
